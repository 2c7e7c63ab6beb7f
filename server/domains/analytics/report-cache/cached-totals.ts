import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import { singleThreaded } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { validAfter, type LateArrivals } from '../late-arrivals.ts';
import { byListening } from '../questions/count-stations.ts';
import { countColumns, type CountsBy } from '../questions/scope.ts';
import { sketchOf, timeSketches, type Size } from '../table-columns.ts';
import { unlessEmpty } from './cached-buckets.ts';
import { subjectOf } from './subjects.ts';

/**
 * `setPeriods` are consecutive, fully cached periods of which the listeners of the stations as a set are wanted;
 * `stationPeriod` is the one of which the totals of each station are, if any.
 */
type About = {
  stations: readonly string[];
  setPeriods: readonly Period[];
  stationPeriod: Period | undefined;
  size: Size;
  late: LateArrivals;
};

/**
 * `listeners` are those of the set, by their period's start (ms). `stations` are the totals of each station with listening,
 * the longest first; undefined where a day of one of them isn't cached.
 */
type CachedTotals = { listeners: ReadonlyMap<number, number>; stations: CountsBy[] | undefined };

/** Of a period that begins at `start` (seconds since the epoch); without a `stationPeriod` only with its listeners. */
type Row = CountsBy & { start: number; days: number };

/** What the totals of stations need beside their listeners; those of the set are added up from its buckets. */
const totals = `toFloat64(count()) as days, ${countColumns},
      toFloat64(sum(connected) + sumIf(open_at_start, toUnixTimestamp(at) = start)) as connections,`;

/** The listeners of a set of stations and the totals of each station, from their cached days. */
export const cachedTotals = async (clickhouse: ClickHouseClient, about: About): Promise<CachedTotals> => {
  const { setPeriods, stationPeriod, stations } = about;
  if (setPeriods.length === 0 && stationPeriod === undefined) return { listeners: new Map(), stations: undefined };
  const rows = await sumDays(clickhouse, about);
  const set = subjectOf(stations);
  return {
    listeners: new Map(rows.filter(({ by }) => by === set).map(({ start, uniques }) => [start * 1000, uniques])),
    stations: stationPeriod && totalsOf(stationPeriod, rows, stations),
  };
};

/** Of days before the first listening there are no rows, so that the stations of a period with such days are counted. */
const totalsOf = (
  { start, days }: Period,
  rows: readonly Row[],
  stations: readonly string[],
): CountsBy[] | undefined => {
  const ofPeriod = rows.filter((row) => row.start * 1000 === start);
  const byStation = new Map(ofPeriod.map((row) => [row.by, row]));
  const found = stations.map((station) => byStation.get(station));
  if (!found.every((row) => row?.days === days.length)) return undefined;
  return found.flatMap((row) => (row && unlessEmpty(row)) ?? []).sort(byListening);
};

/**
 * Adds up the cached days. A recomputed day has two rows until ClickHouse merges them: the later one counts (`final`),
 * unless something arrived late since.
 */
const sumDays = async (
  clickhouse: ClickHouseClient,
  { stations, setPeriods, stationPeriod, size, late }: About,
): Promise<Row[]> => {
  const periods = [...new Set([...setPeriods, ...(stationPeriod ? [stationPeriod] : [])])].toSorted(
    (one, other) => one.start - other.start,
  );
  const first = periods[0]!;
  const stale = periods.flatMap(({ days, end }) =>
    days
      .map((start, i) => ({ start, after: validAfter({ start, end: days[i + 1] ?? end }, late) }))
      .filter(({ after }) => after > 0),
  );
  const { column, count } = sketchOf(timeSketches, size);
  const wanted = [
    setPeriods.length > 0 && 'subject = {set:String} and at >= {set_start:DateTime} and at < {set_end:DateTime}',
    stationPeriod &&
      'subject in {stations:Array(String)} and at >= {station_start:DateTime} and at < {station_end:DateTime}',
  ].filter((one) => typeof one === 'string');
  return await query<Row>(
    clickhouse,
    `select subject as by, toFloat64(roundDown(toUnixTimestamp(at), {starts:Array(Int64)})) as start,
      ${stationPeriod ? totals : ''} ${count(column)} as uniques
    from report_cache final
    where step = 'day' and zone = {zone:String} and (${wanted.join(' or ')})
      and toUnixTimestamp64Milli(computed_at) > transform(toUnixTimestamp(at), {stale:Array(Int64)}, {after:Array(Int64)}, 0)
    group by subject, start`,
    {
      ...{ stations, set: subjectOf(stations), zone: first.zone, starts: periods.map(({ start }) => start / 1000) },
      ...{ set_start: setPeriods[0]?.start ?? 0, set_end: setPeriods.at(-1)?.end ?? 0 },
      ...{ station_start: stationPeriod?.start ?? 0, station_end: stationPeriod?.end ?? 0 },
      stale: [0, ...stale.map(({ start }) => start / 1000)],
      after: [0, ...stale.map(({ after }) => after)],
    },
    singleThreaded,
  );
};
