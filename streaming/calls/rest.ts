import type { Call } from './call.ts';

export type Rest = {
  /** A SIP message was read. */
  received(): void;
  /** What the clock of the sound asks after each turn: see `startTicker`. */
  ticks(): number | undefined;
};

/** From so many calls on, what arrives is read together. */
const manyCalls = 20;
/** It then waits for so many ticks at most: 80 ms are short for a SIP message, and nobody hears what callers send. */
const mostTicks = 4;
/** So many packets wait at most: they are read between two ticks, which they must not delay. */
const mostUnread = 1500;
/** So many messages of a port Node reads in one turn at most: more may wait then. */
const mostInTurn = 32;

/** For how many ticks what so many calls send is left unread. */
export const ticksOfRest = (calls: number): number =>
  Math.max(1, Math.min(mostTicks, Math.floor(mostUnread / Math.max(1, calls))));

/** Decides for how many ticks of 20 ms the process that answers these calls leaves unread what arrives. */
export const createRest = (open: ReadonlyMap<string, Pick<Call, 'media'>>): Rest => {
  let messages = 0;
  let isFlooded = false;
  return {
    received() {
      messages++;
    },
    ticks() {
      const [mayLeaveMore, wasFlooded] = [messages >= mostInTurn, isFlooded];
      messages = 0;
      isFlooded = mayLeaveMore;
      if (mayLeaveMore) return 0;
      // The port's memory holds the messages of a flood for longer than a tick, but not for long.
      if (wasFlooded) return 1;
      if (open.size < manyCalls) return undefined;
      // A call that is being answered waits for files and ports.
      for (const { media } of open.values()) if (!media) return 1;
      return ticksOfRest(open.size);
    },
  };
};
