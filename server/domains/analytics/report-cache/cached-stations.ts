import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import { singleThreaded } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { validAfter, type LateArrivals } from '../late-arrivals.ts';
import { byListening } from '../questions/count-stations.ts';
import type { CountsBy } from '../questions/scope.ts';
import { sketchOf, timeSketches, type Size } from '../table-columns.ts';
import { bucketColumns, cachedCounts, sumBuckets, unlessEmpty, type CachedBucket } from './cached-buckets.ts';

type About = { stations: readonly string[]; period: Period; size: Size; late: LateArrivals };
type Row = CachedBucket & { subject: string; computedAt: number };

const dayOfStation = `step = 'day' and subject in {stations:Array(String)} and zone = {zone:String}
        and at >= {start:DateTime} and at < {end:DateTime}`;

/**
 * The totals of each of these stations in a period, from its cached days; undefined where a day of one of them isn't
 * cached. Stations without listening are left out.
 */
export const cachedStations = async (
  clickhouse: ClickHouseClient,
  { stations, period, size, late }: About,
): Promise<CountsBy[] | undefined> => {
  const { zone, start, end } = period;
  const params = { stations, zone, start, end };
  const { column, count } = sketchOf(timeSketches, size);
  const [rows, listeners] = await Promise.all([
    query<Row>(
      clickhouse,
      `select subject, ${bucketColumns}
      from report_cache
      where ${dayOfStation}`,
      params,
      singleThreaded,
    ),
    query<{ subject: string; uniques: number }>(
      clickhouse,
      `select subject, ${count(column)} as uniques
      from report_cache
      where ${dayOfStation}
      group by subject`,
      params,
      singleThreaded,
    ),
  ]);
  const latest = latestOf(rows);
  const listenersByStation = new Map(listeners.map(({ subject, uniques }) => [subject, uniques]));
  const found: CountsBy[] = [];
  for (const station of stations) {
    const own = daysOf(period, late, (second) => latest.get(`${station} ${second}`));
    if (own === undefined) return undefined;
    const sum = sumBuckets(
      own.map((day) => cachedCounts(day, size)),
      period.start,
    );
    const total = unlessEmpty({ ...sum, by: station, uniques: listenersByStation.get(station) ?? 0 });
    if (total) found.push(total);
  }
  return found.sort(byListening);
};

/** A recomputed day has two rows until ClickHouse merges them: the later one counts. */
const latestOf = (rows: readonly Row[]): ReadonlyMap<string, Row> => {
  const days = new Map<string, Row>();
  for (const row of rows) {
    const name = `${row.subject} ${row.second}`;
    if ((days.get(name)?.computedAt ?? 0) < row.computedAt) days.set(name, row);
  }
  return days;
};

const daysOf = (
  { days, end }: Period,
  late: LateArrivals,
  find: (second: number) => Row | undefined,
): CachedBucket[] | undefined => {
  const own = days.map((start, i) => {
    const row = find(start / 1000);
    return row && row.computedAt > validAfter({ start, end: days[i + 1] ?? end }, late) ? row : undefined;
  });
  return own.every((row) => row !== undefined) ? own : undefined;
};
