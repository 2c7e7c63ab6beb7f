import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import type { Edge } from '#streaming/edge/edge.ts';
import type { StationSupply } from '#streaming/edge/station-supply.ts';

/** What of an engine's side takes part when a station moves to another engine. */
export type MovingSide = { bus: Bus; edge: Pick<Edge, 'release' | 'adopt' | 'listeners'>; supply: StationSupply };

/**
 * Hands the listeners of a station over when another engine announces it with a higher epoch: their connections stay, and what they hear
 * next is the new engine's, once its sound is here. A former engine that comes back with its old epoch gets nobody. Call it once for each
 * side, with the same `heads`.
 */
export const followMoves = <Side extends MovingSide>(
  side: Side,
  sides: () => readonly Side[],
  heads: Map<Side, Map<string, StationHead>>,
): void => {
  const own = new Map<string, StationHead>();
  heads.set(side, own);
  side.bus.subscribe((message) => {
    if (message.type === 'gone') own.delete(message.station);
    if (message.type !== 'head') return;
    const { head } = message;
    own.set(head.station, head);
    for (const former of sides()) {
      const before = heads.get(former)?.get(head.station);
      if (former === side || !before || epochOf(before) >= epochOf(head)) continue;
      if (former.edge.listeners(head.station) > 0) moveListeners(former, side, before, head);
    }
  });
};

const epochOf = ({ epoch = 0 }: StationHead): number => epoch;

const moveListeners = (former: MovingSide, side: MovingSide, before: StationHead, head: StationHead): void => {
  const { station } = head;
  const move = (): void =>
    former.edge.release(station, (listeners) => {
      // A player can't follow a change of its format, and a station that is stopped has no listeners.
      if (head.running && isSameFormat(before, head)) side.edge.adopt(station, listeners);
      else for (const { socket } of listeners) socket.end();
    });
  if (side.supply.want(station)) move();
  else side.supply.wait(station, move);
};

const isSameFormat = ({ format: one }: StationHead, { format: other }: StationHead): boolean =>
  one.codec === other.codec && one.sample_rate === other.sample_rate && one.channels === other.channels;
