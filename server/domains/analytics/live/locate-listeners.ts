import type { Listener } from '#contract/engine/engine.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine, MappedPlace } from '#server/engines/geo/port.ts';

/** An open session, with location and player looked up once; the IP address is dropped. */
export type ConnectedSession = {
  id: string;
  station: string;
  started: number;
  place: MappedPlace;
  device: string;
  player: string;
  output: Listener['output'];
};

export type LocateListener = (listener: Listener) => Promise<ConnectedSession>;

/** Looks up listeners' locations and players. Listeners in one city share one location object. */
export const listenerLocator = ({ geo, agents }: { geo: GeoEngine; agents: AgentEngine }): LocateListener => {
  const places = new Map<string, MappedPlace>();
  const shared = (found: MappedPlace): MappedPlace => {
    const key = `${found.country}\t${found.region}\t${found.city}`;
    const known = places.get(key);
    if (!known) places.set(key, found);
    return known ?? found;
  };
  return async ({ session, station, started, ip, user_agent, output }) => {
    const place = shared(await geo.pinpoint(ip));
    const { device, player } = agents.identify(user_agent);
    return { id: session, station, started, place, device, player, output };
  };
};
