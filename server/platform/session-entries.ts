import { parseNetwork, writeNetwork } from '#contract/rules/network.ts';
import type { SessionEntry } from '#contract/api/sign-in.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Session } from '#server/engines/identity/port.ts';

/** Sessions as replies show them; `current` is the one of the caller. */
export const presentSessions = async (
  { agents, geo }: { agents: AgentEngine; geo: GeoEngine },
  found: readonly Session[],
  current: string | undefined,
): Promise<SessionEntry[]> =>
  await Promise.all(
    found.map(async ({ id, started, lastUsed, address, agent, isScript }) => ({
      id,
      current: id === current,
      client: clientOf(agents, agent),
      script: isScript,
      address: normalizeAddress(address),
      place: await geo.locate(address),
      started: started.toISOString(),
      last_used: lastUsed.toISOString(),
    })),
  );

/** Normalises an IPv4-mapped IPv6 address, as dual-stack sockets report it, to IPv4. */
const normalizeAddress = (address: string): string => {
  const network = parseNetwork(address);
  return network ? writeNetwork(network) : address;
};

/** "Firefox on Windows" for a browser; else the first product name of the user agent. */
const clientOf = (agents: AgentEngine, agent: string): string => {
  const { player, os } = agents.identify(agent);
  if (player !== '') return os === '' ? player : `${player} on ${os}`;
  return os === '' ? (agent.split(/[\s/]/)[0] ?? '').slice(0, 60) : os;
};
