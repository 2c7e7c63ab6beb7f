import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PartnerLines } from '#contract/api/portal.ts';
import { brand } from '#brand/brand.ts';
import { partnerLinesQuery } from '#web/parts/station-settings-queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

type PartnerLinesButtonsProps = { text: string; onAdd: (text: string) => void };

/** Buttons that add the lines of the portal's partners to an ads.txt, while some of them are missing. */
export const PartnerLinesButtons = ({ text, onAdd }: PartnerLinesButtonsProps) => {
  const { stationKey } = route.useParams();
  const { data = [] } = useQuery({ ...partnerLinesQuery(stationKey), enabled: brand.flags.partners });
  const offered = data.filter((one) => missingLines(text, one).length > 0);
  if (offered.length === 0) return null;
  return (
    <Group gap="xs">
      {offered.map((one) => (
        <Button
          key={one.slug}
          variant="default"
          size="xs"
          onClick={() =>
            onAdd([text.trimEnd(), ...missingLines(text, one), ''].filter((line, i) => i > 0 || line !== '').join('\n'))
          }
        >
          {`Add the lines of ${one.name}`}
        </Button>
      ))}
    </Group>
  );
};

const missingLines = (text: string, { ads_txt }: PartnerLines): string[] => {
  const present = new Set(text.split('\n').map((line) => line.trim()));
  return ads_txt.split('\n').filter((line) => line.trim() !== '' && !present.has(line.trim()));
};
