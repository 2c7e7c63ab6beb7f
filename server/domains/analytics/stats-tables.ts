import { daysWithin, type TimeRange } from '#server/platform/period.ts';
import { stationIn, within } from '#server/platform/clickhouse/query.ts';

/** The stations of a report: these, or all of the portal (then in UTC). */
export type Stations = readonly string[] | 'all';

/** The tables that answer, and the condition that selects the stations in them. */
export type Tables = { minutes: string; parts: string; where: string };

/** Queries on all stations use the portal's rollups, which don't distinguish stations. */
export const tablesOf = (stations: Stations): Tables =>
  stations === 'all'
    ? { minutes: 'portal_minute_sums', parts: 'portal_audience_sums', where: '1' }
    : { minutes: 'minute_sums', parts: 'audience_hours', where: stationIn(stations) };

/** The condition that selects the stations in a table with a station column. */
export const stationsCondition = (stations: Stations): string => (stations === 'all' ? '1' : stationIn(stations));

const [dayMs, hourMs] = [86_400_000, 3_600_000];

/** The coarsest rollup whose buckets align with these times (ms); quarter hours do in every time zone. */
const sumsBetween = (times: readonly number[], portal: boolean): string => {
  const consistOf = (step: number): boolean => times.every((time) => time % step === 0);
  if (consistOf(dayMs)) return portal ? 'portal_day_sums' : 'day_sums';
  // The portal reports in UTC, so it needs nothing shorter than an hour.
  return portal && consistOf(hourMs) ? 'portal_hour_sums' : 'quarter_sums';
};

/** These columns of the rollup rows between the first and the last of these times. */
export const sumsOf = (stations: Stations, times: readonly number[], columns: string): string =>
  select({ stations, times, columns, portal: stations === 'all' });

/** As `sumsOf` for a single total: the whole days (UTC) of the range and what is left at its ends. */
export const wholeSumsOf = (stations: Stations, range: TimeRange, columns: string): string[] =>
  piecesOf(range).map((times) => sumsOf(stations, times, columns));

/** As `wholeSumsOf`, from rollups with a station column, also for the whole portal. */
export const stationSumsOf = (stations: Stations, range: TimeRange, columns: string): string[] =>
  piecesOf(range).map((times) => select({ stations, times, columns, portal: false }));

const piecesOf = (range: TimeRange): [number, number][] => {
  const { days, ends } = daysWithin(range);
  return [...days, ...ends].map(({ start, end }) => [start, end]);
};

type SumsQuery = { stations: Stations; times: readonly number[]; columns: string; portal: boolean };

const select = ({ stations, times, columns, portal }: SumsQuery): string =>
  `select ${columns} from ${sumsBetween(times, portal)} as one
   where ${stationsCondition(stations)} and ${within({ start: times[0]!, end: times.at(-1)! })}`;
