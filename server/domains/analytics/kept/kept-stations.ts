import type { ClickHouseClient } from '@clickhouse/client';
import { ask, inOneThread, literal, within } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { madeAfter, type LateDays } from '../late-days.ts';
import { sketchOf, type Size } from '../size.ts';
import type { CountedBy } from '../stats-queries.ts';
import { timeSketches } from '../table-columns.ts';
import { addedUp, countedOf, heardAtAll } from './added-up.ts';
import { slotNumbers, type KeptSlot } from './kept-slots.ts';

type About = { stations: readonly string[]; period: Period; size: Size; late: LateDays };
type Row = KeptSlot & { subject: string; made: number };

/**
 * The totals of each of these stations in a period, from its cached days; undefined where a day of one of them isn't
 * cached. Stations without listening are left out.
 */
export const keptStations = async (
  clickhouse: ClickHouseClient,
  { stations, period, size, late }: About,
): Promise<CountedBy[] | undefined> => {
  const which = `subject in (${stations.map(literal).join(',')}) and zone = ${literal(period.zone)} and ${within(period)}`;
  const { column, count } = sketchOf(timeSketches, size);
  const [rows, listeners] = await Promise.all([
    ask<Row>(
      clickhouse,
      `select subject, toFloat64(toUnixTimestamp(at)) as second, toFloat64(toUnixTimestamp64Milli(made)) as made,
        ${slotNumbers.map((name) => `toFloat64(${name}) as ${name}`).join(', ')}
       from kept_counts where step = 'day' and ${which}`,
      inOneThread,
    ),
    ask<{ subject: string; uniques: number }>(
      clickhouse,
      `select subject, ${count(column)} as uniques from kept_listeners where ${which} group by subject`,
      inOneThread,
    ),
  ]);
  const days = latestOf(rows);
  const listenersByStation = new Map(listeners.map(({ subject, uniques }) => [subject, uniques]));
  const found: CountedBy[] = [];
  for (const station of stations) {
    const own = daysOf(period, late, (second) => days.get(`${station} ${second}`));
    if (own === undefined) return undefined;
    const sum = addedUp(
      own.map((day) => countedOf(day, size)),
      period.start,
    );
    const total = heardAtAll({ ...sum, by: station, uniques: listenersByStation.get(station) ?? 0 });
    if (total) found.push(total);
  }
  return found.sort(
    (one, other) => other.ms - one.ms || other.connections - one.connections || (one.by < other.by ? -1 : 1),
  );
};

/** A recomputed day has two rows until ClickHouse merges them: the later one counts. */
const latestOf = (rows: readonly Row[]): ReadonlyMap<string, Row> => {
  const days = new Map<string, Row>();
  for (const row of rows) {
    const name = `${row.subject} ${row.second}`;
    if ((days.get(name)?.made ?? 0) < row.made) days.set(name, row);
  }
  return days;
};

const daysOf = (
  { days, end }: Period,
  late: LateDays,
  find: (second: number) => Row | undefined,
): KeptSlot[] | undefined => {
  const own = days.map((start, i) => {
    const row = find(start / 1000);
    return row && row.made > madeAfter({ start, end: days[i + 1] ?? end }, late) ? row : undefined;
  });
  return own.every((row) => row !== undefined) ? own : undefined;
};
