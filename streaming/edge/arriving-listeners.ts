import { bytesFor, type BlockOf, type Cohort, type Cohorts } from './cohorts.ts';
import type { ListenerClosing, ReleasedListener } from './listener-closing.ts';
import type { PlacedBatch, Ring } from './ring.ts';
import type { Session } from './sessions.ts';

export type ArrivingListeners = {
  /** Continues with a listener of another channel of the station: at its place, or from the next batch on. */
  adopt(listener: ReleasedListener): void;
  /** A batch is in the ring: those who waited for it continue. */
  arrived(): void;
  /** Disconnects those who wait. */
  drop(): void;
};

type Options = {
  ring: Pick<Ring, 'after' | 'end'>;
  cohorts: Pick<Cohorts, 'add'>;
  closing: Pick<ListenerClosing, 'watch'>;
  blockOf: BlockOf;
  /** The number of the last batch. */
  number(): number;
  left(session: Session): void;
  dropped(session: Session): void;
};

/** The place's batch is on its way through two connections; a restarted engine never sends it. */
const waitAtMostMs = 5000;

/**
 * How listeners of another channel come into this one. One whose place is in the ring is sent what follows it; one whose place is not
 * there yet waits for it; one whose place is no longer there is slow, and disconnected.
 */
export const createArrivingListeners = (options: Options): ArrivingListeners => {
  const { ring, cohorts, closing, blockOf, left, dropped } = options;
  const waiting = new Map<ReleasedListener, { timeout: NodeJS.Timeout; closed: () => void }>();

  const join = ({ socket, session, sinceBlock }: ReleasedListener, missed: PlacedBatch[], lastTitle: number): void => {
    const from = missed[0]?.start ?? ring.end();
    const alone: Cohort = { grid: sinceBlock === null ? null : from - sinceBlock, lastTitle, listeners: new Set() };
    socket.cork();
    for (const placed of missed) {
      const bytes = bytesFor(alone, placed, blockOf);
      socket.write(bytes);
      session.bytes += bytes.length;
    }
    socket.uncork();
    closing.watch(cohorts.add({ socket, session, seen: options.number() }, alone.grid, alone.lastTitle));
  };
  const forget = (listener: ReleasedListener): void => {
    const one = waiting.get(listener);
    if (!one) return;
    clearTimeout(one.timeout);
    listener.socket.off('close', one.closed);
    waiting.delete(listener);
  };
  const wait = (listener: ReleasedListener): void => {
    const closed = (): void => {
      forget(listener);
      left(listener.session);
    };
    const timeout = setTimeout(() => {
      forget(listener);
      join(listener, [], -1);
    }, waitAtMostMs);
    waiting.set(listener, { timeout, closed });
    listener.socket.on('close', closed);
  };
  /** Whether its place is, or was, in the ring. */
  const place = (listener: ReleasedListener): boolean => {
    const missed = listener.place ? ring.after(listener.place) : [];
    if (missed === 'later') return false;
    forget(listener);
    if (missed !== 'gone') join(listener, missed, listener.place?.title ?? -1);
    else {
      dropped(listener.session);
      left(listener.session);
      listener.socket.destroy();
    }
    return true;
  };
  return {
    adopt(listener) {
      if (listener.socket.destroyed) left(listener.session);
      else if (!place(listener)) wait(listener);
    },
    arrived: () => [...waiting.keys()].forEach(place),
    drop() {
      for (const { socket } of waiting.keys()) socket.destroy();
    },
  };
};
