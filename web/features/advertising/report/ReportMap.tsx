import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CampaignReport } from '#contract/api/campaign-report.ts';
import { shapesQuery } from '#web/features/live-map/shared/map-shapes.ts';
import { WholeWorld } from '#web/features/live-map/shared/WholeWorld.tsx';
import { countryName } from '#web/lib/countries.ts';
import { Surface } from '#web/ui/Surface.tsx';

type ReportMapProps = { places: CampaignReport['stats']['locationImpressions']; onCountry: (name: string) => void };

const [leastWidth, heightRatio, mostHeight] = [260, 0.5, 340];

/** Where a campaign was heard, by country: a click lists its places in the table. */
export const ReportMap = ({ places, onCountry }: ReportMapProps) => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { data: shapes } = useQuery(shapesQuery('coarse'));
  const [hovered, setHovered] = useState('');
  const size = {
    width: Math.max(leastWidth, width),
    height: Math.min(mostHeight, Math.max(leastWidth, width) * heightRatio),
  };
  const countries = [...Map.groupBy(places, ({ country }) => country)].map(([iso, some]) => ({
    ...{ iso, name: countryName(iso), latitude: null, longitude: null },
    listeners: some.reduce((sum, { impressions }) => sum + impressions, 0),
  }));
  if (places.length === 0) return null;
  return (
    <Surface title="Map">
      <div ref={ref} style={{ minHeight: size.height + 20 }}>
        {shapes && (
          <WholeWorld
            shapes={shapes}
            countries={countries}
            size={size}
            of="impression"
            onCountry={(iso) => onCountry(countryName(iso))}
            onPoint={setHovered}
          />
        )}
        <Text size="xs" c="dimmed" h={20}>
          <bdi>{hovered}</bdi>
        </Text>
      </div>
    </Surface>
  );
};
