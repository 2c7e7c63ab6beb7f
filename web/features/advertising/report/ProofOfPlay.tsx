import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Campaign } from '#contract/api/campaign.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useProofOfPlay } from '../forecast-queries.ts';

type ProofOfPlayProps = {
  campaign: Pick<Campaign, 'id' | 'accountKey' | 'name' | 'impressions'>;
  period: { from?: string | undefined; to?: string | undefined };
};

/** Saves each impression of the period as a CSV file. */
export const ProofOfPlay = ({ campaign, period }: ProofOfPlayProps) => {
  const { mutate, isPending } = useProofOfPlay(campaign.accountKey);
  if (campaign.impressions.actual === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={isPending}
      onClick={() =>
        mutate({ cid: campaign.id, period }, { onSuccess: (file) => saveFile(file, `${campaign.name} plays.csv`) })
      }
    >
      Proof of play
    </Button>
  );
};
