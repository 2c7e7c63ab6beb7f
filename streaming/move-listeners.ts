import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import type { Edge } from '#streaming/edge/edge.ts';
import type { StationSupply } from '#streaming/edge/station-supply.ts';

/** What of an engine's side takes part when a station moves to another engine. */
export type MovingSide = {
  bus: Bus;
  edge: Pick<Edge, 'release' | 'adopt' | 'listeners'>;
  supply: Pick<StationSupply, 'want' | 'wait'>;
};

export type Moves = {
  /** A side's engine no longer has the station: those who came to it while the station moved go on, too. */
  left(station: string): void;
  stop(): void;
};

/** Its encoder comes back within seconds; a station that plays nothing for longer lets its listeners go. */
const patienceMs = 15_000;

/**
 * Hands the listeners of a station over when another engine announces it with a higher epoch: their connections stay, and what they hear
 * next is the new engine's, once it plays something and its sound is here. A former engine that comes back with its old epoch gets nobody.
 */
export const followMoves = (sides: readonly MovingSide[]): Moves => {
  const heads = new Map(sides.map((side) => [side, new Map<string, StationHead>()]));
  const timers = new Set<NodeJS.Timeout>();

  /** Of the sides that have listeners of a station, those whose engine no longer has it. */
  const formerOf = (side: MovingSide, head: StationHead): { former: MovingSide; before: StationHead }[] =>
    sides.flatMap((former) => {
      const before = heads.get(former)?.get(head.station);
      const isFormer = former !== side && before !== undefined && epochOf(before) < epochOf(head);
      return isFormer && former.edge.listeners(head.station) > 0 ? [{ former, before }] : [];
    });
  const dropLater = (side: MovingSide, { station }: StationHead): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const head = heads.get(side)?.get(station);
      if (!head || head.running) return;
      for (const { former } of formerOf(side, head)) former.edge.release(station, endAll);
    }, patienceMs);
    timers.add(timer);
  };
  const received = (side: MovingSide, head: StationHead): void => {
    const found = formerOf(side, head);
    if (found.length > 0 && !head.running) return dropLater(side, head);
    for (const { former, before } of found) moveListeners(former, side, before, head);
  };
  const unsubscribes = sides.map((side) =>
    side.bus.subscribe((message) => {
      if (message.type === 'gone') heads.get(side)?.delete(message.station);
      if (message.type !== 'head') return;
      heads.get(side)?.set(message.head.station, message.head);
      received(side, message.head);
    }),
  );
  return {
    left(station) {
      for (const [side, own] of heads) {
        const head = own.get(station);
        if (head?.running) received(side, head);
      }
    },
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const timer of timers) clearTimeout(timer);
    },
  };
};

const epochOf = ({ epoch = 0 }: StationHead): number => epoch;

const endAll = (listeners: readonly { socket: { end(): unknown } }[]): void => {
  for (const { socket } of listeners) socket.end();
};

const moveListeners = (former: MovingSide, side: MovingSide, before: StationHead, head: StationHead): void => {
  const { station } = head;
  const move = (): void =>
    former.edge.release(station, (listeners) => {
      // A player can't follow a change of its format.
      if (isSameFormat(before, head)) side.edge.adopt(station, listeners);
      else endAll(listeners);
    });
  if (side.supply.want(station)) move();
  else side.supply.wait(station, move);
};

const isSameFormat = ({ format: one }: StationHead, { format: other }: StationHead): boolean =>
  one.codec === other.codec && one.sample_rate === other.sample_rate && one.channels === other.channels;
