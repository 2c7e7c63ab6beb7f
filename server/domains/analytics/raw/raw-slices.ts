import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import type { OpenSession } from '#contract/engine/engine.ts';
import { quarterMs } from '#contract/rules/time.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import type { OpenSessions } from '../engine-sessions.ts';

/** A slice of a session, stored or open; times in ms since the epoch, `n` counts from 0 within its session. */
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

/** The condition that a slice is of a station and began in a range; the times are in ms. */
export const sliceWithin = `station = {station:String} and slices.since >= {start:DateTime64(3)}
      and slices.since < {end:DateTime64(3)}`;

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
  const beyond = `(slices.since, session, n) > ({start:DateTime64(3)}, {after_session:String}, {after_n:Int64})`;
  return await query<RawSlice>(
    clickhouse,
    `select ${sliceColumns}
    from slices
    where ${sliceWithin} and ${after ? beyond : '1'}
    order by slices.since, session, n limit ${pageRows}`,
    { station, start: after?.since ?? start, end, after_session: after?.session ?? '', after_n: after?.n ?? 0 },
  ).catch(emptyIfMissing([]));
};

export type OpenDeps = { engine: OpenSessions; geo: GeoEngine; agents: AgentEngine; secrets: Secrets };

/** The open slices of current listeners within a range, by session. */
export const openRawSlices = async (
  deps: OpenDeps,
  station: StationKey,
  { start, end }: { start: number; end: number },
  now: number,
): Promise<Map<string, RawSlice>> => {
  // Slices are cut at each quarter hour: anything that began earlier has been recorded.
  if (end <= now - quarterMs || start > now) return new Map();
  const open = (await deps.engine.open([station])).filter(({ from }) => from >= start && from < end && from <= now);
  const to = Math.min(end, now);
  const slices = await Promise.all(open.map(async (one) => [one.session, await openSlice(deps, one, to)] as const));
  return new Map(slices);
};

const openSlice = async (deps: OpenDeps, open: OpenSession, to: number): Promise<RawSlice> => {
  const { session, n, started, from, bytes, ip, user_agent, output } = open;
  const { os: system, ...agent } = deps.agents.identify(user_agent);
  const hash = await hashListener(deps.secrets, { ip, user_agent, at: new Date(from) });
  return {
    ...{ session, n, started, bytes, output, system },
    ...(await deps.geo.locate(ip)),
    ...agent,
    since: from,
    until: Math.max(from, to),
    last: 0,
    listener: `h${BigInt(hash).toString(16).padStart(16, '0')}`,
    referrer: '',
  };
};
