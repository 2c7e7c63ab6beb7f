import { Badge, Text } from '@mantine/core';
import type { CampaignSummary } from '#contract/api/campaign.ts';
import { campaignStatusLabels } from './campaign-labels.ts';

/** The status of a campaign, with its reason. */
export const StatusBadge = ({ campaign: { status, statusReason } }: { campaign: CampaignSummary }) => {
  const [name, color] = campaignStatusLabels[status];
  return (
    <>
      <Badge color={color} variant="light" miw="max-content">
        {name}
      </Badge>
      {statusReason !== '' && (
        <Text size="xs" c="dimmed" mt={2} maw={220}>
          {statusReason}
        </Text>
      )}
    </>
  );
};
