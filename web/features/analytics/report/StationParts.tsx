import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StatsReply } from '#contract/analytics.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { PartTable } from './PartTable.tsx';

/** The stations of an account beside each other; each leads to its own numbers of the same period. */
export const StationParts = ({ stats }: { stats: StatsReply }) => (
  <Surface mt="md" title="Stations" flush>
    <PartTable
      label="Stations"
      head="Station"
      all={stats.period_stats.stats.listening_time}
      parts={stats.station_stats.map(({ key, name, stats: own }) => ({
        ...{ id: key, name, stats: own },
        shown: (
          <Anchor
            renderRoot={(props) => (
              <Link to="." search={((before: object) => ({ ...before, station: key })) as never} {...props} />
            )}
          >
            {name}
          </Anchor>
        ),
      }))}
    />
  </Surface>
);
