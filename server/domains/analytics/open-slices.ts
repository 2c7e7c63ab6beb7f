import type { OpenSession } from '#contract/engine/engine.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import { literal } from '#server/platform/clickhouse/query.ts';
import { clickhouseTime } from './enrich.ts';
import { stationsCondition, type Stations } from './rollup-rows.ts';

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
 * The open slices as a subquery, without those already recorded, so that a slice that closes during the query counts
 * once; only those that match the filter, if one is given. Undefined if there are none.
 */
export const openSource = (stations: Stations, open: readonly OpenSlice[], filter?: string): string | undefined => {
  if (open.length === 0) return undefined;
  const rows = open.map(
    (one) =>
      `(${one.n},${one.from},${one.to},${one.bytes},${BigInt(one.address)},${texts.map((name) => literal(one[name])).join(',')})`,
  );
  const oldest = open.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  return `(select * from values(${literal(columns)}, ${rows.join(',')}) where (session, n) not in (
    select session, n from slices where ${stationsCondition(stations)} and since >= ${literal(clickhouseTime(oldest))})${filter === undefined ? '' : ` and ${filter}`})`;
};
