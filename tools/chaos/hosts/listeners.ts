import type { StationKey } from '#contract/rules/keys.ts';
import { listenAtEdge, type FleetListener } from '#server/domains/fleet/testing/fleet-listener.ts';
import { until } from '../kill-part.ts';
import type { OwnRecord } from './count-listening.ts';
import type { EdgeName, Network } from './network.ts';

export type Mount = { station: StationKey; mount: string };
export type Listening = { station: StationKey; edge: EdgeName; stream: FleetListener; from: number };

/** What every name of a listener begins with. */
export const named = 'https://listener.example/';

/** Connects a listener, which tells its name as its referer; waits until the station is there. */
export const listen = async (
  network: Network,
  edge: EdgeName,
  { station, mount }: Mount,
  name: string,
): Promise<Listening & { leave(): OwnRecord }> => {
  let stream: FleetListener | undefined;
  const at = { host: network.addressOf(edge), port: 8000 };
  const isHeard = async (): Promise<boolean> =>
    (stream = await listenAtEdge(at, mount, { referer: named + name })) !== undefined;
  await until(isHeard, `${mount} is heard at ${edge}`, 100);
  const from = Date.now();
  return {
    ...{ station, edge, stream: stream!, from },
    leave() {
      stream!.leave();
      return { name: named + name, from, to: Date.now() };
    },
  };
};
