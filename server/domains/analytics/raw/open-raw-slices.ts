import type { OpenSession } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import type { OpenSessions } from '../engine-sessions.ts';
import type { RawSlice } from './slice-pages.ts';

export type OpenDeps = { engine: OpenSessions; geo: GeoEngine; agents: AgentEngine; secrets: Secrets };

/** Slices are cut at each quarter hour. */
export const quarterMs = 900_000;

/** The open slices of current listeners within a range, by session. */
export const openRawSlices = async (
  deps: OpenDeps,
  station: StationKey,
  { start, end }: { start: number; end: number },
  now: number,
): Promise<Map<string, RawSlice>> => {
  // Anything that began earlier has been recorded.
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
