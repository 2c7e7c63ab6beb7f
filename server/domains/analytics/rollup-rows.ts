import { dayMs, hourMs } from '#contract/rules/time.ts';
import { stationIn, within } from '#server/platform/clickhouse/query.ts';

/** The stations of a report: these, or all of the portal (then in UTC). */
export type Stations = readonly string[] | 'all';

/** The condition that selects the stations in a table with a station column. */
export const stationsCondition = (stations: Stations): string => (stations === 'all' ? '1' : stationIn(stations));

type RollupRows = { stations: Stations; times: readonly number[]; byStation?: 'by station' | undefined };

/** These columns of the rollup rows between the first and the last of these times; no row spans one of them. */
export const rollupRows = ({ stations, times, byStation }: RollupRows, columns: string): string =>
  `select ${columns} from ${rollupFor(times, stations === 'all' && byStation === undefined)} as one
   where ${stationsCondition(stations)} and ${within({ start: times[0]!, end: times.at(-1)! })}`;

/** The rollup with the longest buckets that align with these times (ms); quarter hours do in every time zone. */
const rollupFor = (times: readonly number[], isPortal: boolean): string => {
  const alignsWith = (ms: number): boolean => times.every((time) => time % ms === 0);
  // The portal reports in UTC, so it needs nothing shorter than an hour.
  if (isPortal && alignsWith(hourMs)) return 'portal_hour_sums';
  return alignsWith(dayMs) ? 'day_sums' : 'quarter_sums';
};
