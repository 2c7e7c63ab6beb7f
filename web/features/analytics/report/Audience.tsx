import { SimpleGrid } from '@mantine/core';
import type { StatsReply } from '#contract/api/analytics.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { useReportState } from '../shared/use-report-state.ts';
import { partsOf, type Dimension } from './audience-parts.ts';
import { PartTable } from './PartTable.tsx';
import { SessionLengths } from './SessionLengths.tsx';

/** `state` is where the URL says which of several dimensions is shown. */
type Section = { title: string; dimensions: readonly Dimension[]; state?: 'locations' | 'devices' };

const sections: readonly Section[] = [
  { title: 'Locations', dimensions: ['country', 'city'], state: 'locations' },
  { title: 'Devices & players', dimensions: ['device', 'player', 'system', 'output'], state: 'devices' },
  { title: 'Websites', dimensions: ['referer'] },
];

/** The audience by location, device and website, and the lengths of its sessions. */
export const Audience = ({ stats }: { stats: StatsReply }) => (
  <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
    {sections.map((section) => (
      <Parts key={section.title} {...section} stats={stats} />
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

const Parts = ({ title, dimensions, state, stats }: Section & { stats: StatsReply }) => {
  const { search, change } = useReportState();
  const first = dimensions[0] ?? 'country';
  const chosen = (state && search[state]) ?? first;
  return (
    <Surface
      title={title}
      description={metrics[chosen].definition}
      flush
      actions={
        dimensions.length > 1 && (
          <Segments
            size="xs"
            aria-label={title}
            value={chosen}
            onChange={(value) => state && change({ [state]: value === first ? undefined : value })}
            data={dimensions.map((value) => ({ value, label: plurals[value] }))}
          />
        )
      }
    >
      <PartTable
        key={chosen}
        name={chosen}
        dimension={chosen}
        label={plurals[chosen]}
        head={metrics[chosen].label}
        parts={partsOf(stats, chosen)}
        all={stats.period_stats.stats}
      />
    </Surface>
  );
};
