import type { OpenSession } from '#contract/engine.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { hashListener } from './address-hash.service.ts';
import { moment } from './enrich.ts';
import { literal, stationIn } from './sql.service.ts';

/** The part of an open session that isn't in ClickHouse yet. Times in ms since the epoch. */
export type OpenSlice = {
  session: string;
  n: number;
  from: number;
  to: number;
  bytes: number;
  country: string;
  device: string;
  address: string;
};

/** The open slices of listeners who are there now, up to this moment; those begun after it aside. */
export const openSlices = async (
  deps: { geo: GeoEngine; agents: AgentEngine; secrets: Secrets },
  sessions: readonly OpenSession[],
  now: number,
): Promise<OpenSlice[]> =>
  await Promise.all(
    sessions
      .filter(({ from }) => from <= now)
      .map(async ({ session, n, from, bytes, ip, user_agent }) => ({
        ...{ session, n, from, bytes, to: now },
        country: (await deps.geo.locate(ip)).country,
        device: deps.agents.identify(user_agent).device,
        address: await hashListener(deps.secrets, { ip, user_agent, at: new Date(from) }),
      })),
  );

const columns =
  'session String, n UInt32, since_ms Int64, until_ms Int64, bytes UInt64, country String, device String, address UInt64';

/**
 * The open slices as a subquery, without those that have arrived in the meantime: a slice that is closed while it
 * is being asked about counts once. Undefined when there are none.
 */
export const openSource = (stations: readonly string[], open: readonly OpenSlice[]): string | undefined => {
  if (open.length === 0) return undefined;
  const rows = open.map(
    ({ session, n, from, to, bytes, country, device, address }) =>
      `(${literal(session)},${n},${from},${to},${bytes},${literal(country)},${literal(device)},${BigInt(address)})`,
  );
  const oldest = open.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  return `(select * from values(${literal(columns)}, ${rows.join(',')}) where (session, n) not in (
    select session, n from slices where ${stationIn(stations)} and since >= ${literal(moment(oldest))}))`;
};
