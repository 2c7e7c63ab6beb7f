import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { StatsReply } from '#contract/api/analytics.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { FoldingSurface } from '#web/ui/FoldingSurface.tsx';
import { PartTable } from './PartTable.tsx';

export type LinkToStation = (station: StationKey) => LinkProps;
type StationPartsProps = { stats: StatsReply; linkToStation?: LinkToStation | null };

/** The stations of an account side by side, each linked to its own statistics for the same period. */
export const StationParts = ({ stats, linkToStation = choose }: StationPartsProps) => (
  <FoldingSurface name="stations" mt="md" title="Stations" flush>
    <PartTable
      name="stations"
      label="Stations"
      head="Station"
      all={stats.period_stats.stats}
      parts={stats.station_stats.map(({ key, name, stats: own }) => ({
        ...{ id: key, name, stats: own },
        shown:
          linkToStation === null ? (
            name
          ) : (
            <Anchor renderRoot={(props) => <Link {...linkToStation(key)} {...props} />}>{name}</Anchor>
          ),
      }))}
    />
  </FoldingSurface>
);

const choose: LinkToStation = (station) => ({
  to: '.',
  search: ((before: object) => ({ ...before, station })) as never,
});
