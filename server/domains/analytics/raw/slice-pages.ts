import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { queryRows, isMissingTable, literal, stationIn } from '#server/platform/clickhouse/query.ts';

/** A slice in ClickHouse; times in ms since the epoch, `n` counts from 0 within its session. */
export type RawSlice = {
  session: string;
  n: number;
  started: number;
  since: number;
  until: number;
  bytes: number;
  last: number;
  listener: string;
  country: string;
  region: string;
  city: string;
  device: string;
  player: string;
  system: string;
  output: string;
  referrer: string;
};

const pageRows = 10_000;

/** The columns of a RawSlice; the `h` keeps spreadsheets from reading a hash as a number. */
export const sliceColumns = `session, n, toFloat64(toUnixTimestamp64Milli(started)) as started,
  toFloat64(toUnixTimestamp64Milli(since)) as since, toFloat64(toUnixTimestamp64Milli(until)) as until,
  toFloat64(bytes) as bytes, last, concat('h', lower(leftPad(hex(address), 16, '0'))) as listener,
  country, region, city, device, player, os as system, output, referer as referrer`;

/** A time as DateTime64, as in the tables. */
export const momentOf = (ms: number): string => `fromUnixTimestamp64Milli(${String(Math.trunc(ms))}, 'UTC')`;

/** The slices of a station that began in a range. */
export const slicesWithin = (station: StationKey, start: number, end: number): string =>
  `${stationIn([station])} and slices.since >= ${momentOf(start)} and slices.since < ${momentOf(end)}`;

/**
 * The slices of a station by their start, page by page; each page is queried when it is needed, so a reader who stops
 * costs nothing more, and only one page is in memory.
 */
export async function* slicePages(
  clickhouse: ClickHouseClient,
  station: StationKey,
  { start, end }: { start: number; end: number },
): AsyncGenerator<RawSlice[]> {
  let after: RawSlice | undefined;
  for (;;) {
    const rows = await pageAfter(clickhouse, station, { start, end }, after);
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    after = rows.at(-1);
  }
}

const pageAfter = async (
  clickhouse: ClickHouseClient,
  station: StationKey,
  { start, end }: { start: number; end: number },
  after: RawSlice | undefined,
): Promise<RawSlice[]> => {
  const beyond = after
    ? ` and (slices.since, session, n) > (${momentOf(after.since)}, ${literal(after.session)}, ${after.n})`
    : '';
  const query = `select ${sliceColumns} from slices
    where ${slicesWithin(station, after?.since ?? start, end)}${beyond}
    order by slices.since, session, n limit ${pageRows}`;
  try {
    return await queryRows<RawSlice>(clickhouse, query);
  } catch (error) {
    // Nothing was ever recorded.
    if (isMissingTable(error)) return [];
    throw error;
  }
};
