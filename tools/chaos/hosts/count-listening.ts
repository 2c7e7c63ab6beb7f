import type { ClickHouseClient } from '@clickhouse/client';

/** A listener's own record: when it connected, and when it left (ms). `name` is what it sent as its referer. */
export type OwnRecord = { name: string; from: number; to: number };
/** Times in ms. */
export type CountedSlice = {
  name: string;
  session: string;
  n: number;
  since: number;
  until: number;
  first: number;
  last: number;
};

export type Comparison = {
  sessions: number;
  slices: number;
  /** By the listeners' own records, and as counted. */
  heardMs: number;
  countedMs: number;
  wrong: string[];
};

/** Both ends notice a connection, and its end, at different times. */
const toleranceMs = 2000;

/** Compares what ClickHouse has with the listeners' own records: each has one session, in slices that follow one another. */
export const compareListening = (records: readonly OwnRecord[], all: readonly CountedSlice[]): Comparison => {
  const byName = Map.groupBy(all, ({ name }) => name);
  const own = records.flatMap(({ name }) => byName.get(name) ?? []);
  return {
    sessions: new Set(own.map(({ session }) => session)).size,
    slices: own.length,
    heardMs: records.reduce((sum, { from, to }) => sum + to - from, 0),
    countedMs: own.reduce((sum, { since, until }) => sum + until - since, 0),
    wrong: records.flatMap((record) => {
      const problem = problemOf(record, byName.get(record.name) ?? []);
      return problem === undefined ? [] : [`${record.name}: ${problem}`];
    }),
  };
};

const problemOf = ({ from, to }: OwnRecord, found: readonly CountedSlice[]): string | undefined => {
  const slices = found.toSorted((a, b) => a.n - b.n);
  if (slices.length === 0) return 'not counted';
  if (new Set(slices.map(({ session }) => session)).size > 1) return 'counted as several sessions';
  if (slices.some(({ n }, at) => n !== at)) return `slices ${slices.map(({ n }) => String(n)).join(', ')}`;
  if (slices.some(({ since }, at) => at > 0 && since !== slices[at - 1]!.until))
    return 'a slice does not follow the one before';
  if (slices.some(({ first, last }, at) => (first === 1) !== (at === 0) || (last === 1) !== (at === slices.length - 1)))
    return 'its first or last slice is missing';
  const countedMs = slices.at(-1)!.until - slices[0]!.since;
  return Math.abs(countedMs - (to - from)) > toleranceMs
    ? `${String(countedMs)} ms counted, ${String(to - from)} ms heard`
    : undefined;
};

/** The slices of listeners whose names begin so. */
export const countedSlices = async (clickhouse: ClickHouseClient, beginning: string): Promise<CountedSlice[]> => {
  const result = await clickhouse.query({
    query: `select referer as name, session, toFloat64(n) as n, toFloat64(toUnixTimestamp64Milli(since)) as since,
        toFloat64(toUnixTimestamp64Milli(until)) as until, first, last
      from slices where startsWith(referer, {beginning:String})`,
    query_params: { beginning },
    format: 'JSONEachRow',
  });
  return await result.json<CountedSlice>();
};
