import type { OpenSession } from '#contract/engine/engine.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import { ofStations } from './questions/scope.ts';
import type { sketchOf } from './table-columns.ts';

/** The part of an open session that isn't in ClickHouse yet. Times in ms since the epoch. */
export type OpenSlice = Record<(typeof texts)[number], string> & {
  n: number;
  from: number;
  to: number;
  bytes: number;
  address: string;
};

const texts = [
  'session',
  'station',
  'country',
  'region',
  'city',
  'device',
  'player',
  'os',
  'referer',
  'output',
  'embed',
  'site',
] as const;

/** The open slices of current listeners up to now, except those that begin later. */
export const openSlices = async (
  deps: { geo: GeoEngine; agents: AgentEngine; secrets: Secrets },
  sessions: readonly OpenSession[],
  now: number,
): Promise<OpenSlice[]> =>
  await Promise.all(
    sessions
      .filter(({ from }) => from <= now)
      .map(
        async ({ session, station, n, from, bytes, ip, user_agent, referer = '', output, embed = '', site = '' }) => ({
          ...{ session, station, n, from, bytes, referer, output, embed, site, to: now },
          ...(await deps.geo.locate(ip)),
          ...deps.agents.identify(user_agent),
          address: await hashListener(deps.secrets, { ip, user_agent, at: new Date(from) }),
        }),
      ),
  );

const columns = `n UInt32, since_ms Int64, until_ms Int64, bytes UInt64, address UInt64, ${texts
  .map((name) => `${name} String`)
  .join(', ')}`;

/**
 * The open slices as a table, without those already recorded, so that a slice that closes during the query counts once.
 * `openParams` are its parameters, beside those of `ofStations`.
 */
export const openTable = `(
      select * from format(JSONCompactEachRow, '${columns}', {open:String})
      where (session, n) not in (
        select session, n from slices where ${ofStations} and since >= {oldest_open:DateTime64(3)}))`;

/** What is written where open sessions count too; nothing where there are none. */
export const withOpen = (open: readonly OpenSlice[], sql: string): string => (open.length === 0 ? '' : sql);

export const openParams = (open: readonly OpenSlice[]) => ({
  open: open
    .map((one) => JSON.stringify([one.n, one.from, one.to, one.bytes, one.address, ...texts.map((name) => one[name])]))
    .join('\n'),
  oldest_open: open.reduce((least, { from }) => Math.min(least, from), Number.MAX_SAFE_INTEGER),
});

/** What open sessions add to buckets, each to the quarter hour (`at`) in which its slice began. */
export const openBuckets = (sketch: ReturnType<typeof sketchOf>): string => `(
        select station, toDateTime(intDiv(since_ms, 900000) * 900, 'UTC') as at, sum(toUInt64(until_ms - since_ms)) as ms,
          sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected, toUInt64(0) as impressions,
          toUInt64(0) as thirdQuartile, sum(toUInt64(n > 0)) as open_at_start, ${sketch.drawn('address')} as who
        from ${openTable}
        group by station, at)`;
