import type { ClickHouseClient } from '@clickhouse/client';
import { madeAfter, type LateDays } from '../late-days.ts';
import type { Period, Stretch } from '../period.service.ts';
import { askNumbers, literal, unlessMissing, within } from '../sql.service.ts';
import { subjectOf } from './subjects.ts';

/** What is kept of a slot; `second` is its start (s since the epoch). */
export type KeptSlot = Record<
  | 'second'
  | 'ms'
  | 'connected'
  | 'disconnected'
  | 'connections'
  | 'impressions'
  | 'thirdQuartile'
  | 'uniques'
  | 'estimate'
  | 'peak',
  number
>;

type Step = 'hour' | 'day' | 'week';
/** Finds what is kept of a slot of these stations, unless something came late for it since. */
export type FindKept = (step: Step, slot: Stretch) => (KeptSlot & { made: number }) | undefined;

type Row = KeptSlot & { hours: number; made: number };
const numbers = [
  ...(['ms', 'connected', 'disconnected', 'connections', 'impressions', 'thirdQuartile'] as const),
  ...(['uniques', 'estimate', 'peak'] as const),
];

/** Reads what is kept of the slots and days of a stretch, of these stations together. */
export const keptSlots = async (
  clickhouse: ClickHouseClient,
  stations: readonly string[],
  { zone, frequency, start, end }: Period,
  late: Promise<LateDays>,
): Promise<FindKept> => {
  const steps = frequency === 'hour' ? ['hour', 'day', 'week'] : ['day', 'week'];
  const rows: Promise<Row[]> = askNumbers(
    clickhouse,
    ['hours', 'second', 'made', ...numbers],
    `select transform(step, ['hour', 'day', 'week'], [1, 24, 168], 0) as hours, toUnixTimestamp(at) as second, toUnixTimestamp64Milli(made) as made, ${numbers.join(', ')}
     from kept_counts where step in (${steps.map(literal).join(',')}) and subject = ${literal(subjectOf(stations))}
       and zone = ${literal(zone)} and ${within({ start, end })}`,
  ).catch(unlessMissing([]));
  return finder(...(await Promise.all([rows, late])));
};

const finder = (rows: readonly Row[], late: LateDays): FindKept => {
  const kept = { hour: new Map<number, Row>(), day: new Map<number, Row>(), week: new Map<number, Row>() };
  for (const row of rows) {
    // Made anew, both stay until ClickHouse merges them: the later one counts.
    const known = kept[row.hours === 1 ? 'hour' : row.hours === 24 ? 'day' : 'week'];
    if ((known.get(row.second)?.made ?? 0) < row.made) known.set(row.second, row);
  }
  return (step, slot) => {
    const row = kept[step].get(slot.start / 1000);
    return row !== undefined && row.made > madeAfter(slot, late) ? row : undefined;
  };
};
