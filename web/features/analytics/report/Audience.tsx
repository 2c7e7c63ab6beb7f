import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import type { StatsReply } from '#contract/analytics.ts';
import { metrics } from '#contract/metrics.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { partsOf, type Dimension } from './audience-parts.ts';
import { PartTable } from './PartTable.tsx';
import { SessionLengths } from './SessionLengths.tsx';

type Place = { title: string; dimensions: readonly Dimension[] };

const places: readonly Place[] = [
  { title: 'Where they are', dimensions: ['country', 'city'] },
  { title: 'What they hear with', dimensions: ['device', 'player', 'system', 'output'] },
  { title: 'Websites they came from', dimensions: ['referer'] },
];

/** Who listened: by place, by device, by website, and how long they stayed. */
export const Audience = ({ stats }: { stats: StatsReply }) => (
  <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
    {places.map((place) => (
      <Parts key={place.title} {...place} stats={stats} />
    ))}
    <SessionLengths stats={stats} />
  </SimpleGrid>
);

const plurals: Record<Dimension, string> = {
  country: 'Countries',
  city: 'Cities',
  device: 'Devices',
  player: 'Players',
  system: 'Systems',
  output: 'Outputs',
  referer: 'Websites',
};

const Parts = ({ title, dimensions, stats }: Place & { stats: StatsReply }) => {
  const [chosen, setChosen] = useState<Dimension>(dimensions[0] ?? 'country');
  return (
    <Surface
      title={title}
      description={metrics[chosen].definition}
      flush
      actions={
        dimensions.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={title}
            value={chosen}
            onChange={(value) => setChosen(value as Dimension)}
            data={dimensions.map((value) => ({ value, label: plurals[value] }))}
          />
        )
      }
    >
      <PartTable
        key={chosen}
        label={plurals[chosen]}
        head={metrics[chosen].label}
        parts={partsOf(stats, chosen)}
        all={stats.period_stats.stats.listening_time}
      />
    </Surface>
  );
};
