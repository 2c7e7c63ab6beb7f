import type { Socket } from 'node:net';
import { sinceLastBlock, type Cohorts, type Listener } from './cohorts.ts';
import type { Place, PlacedBatch } from './ring.ts';
import type { Session } from './sessions.ts';

/**
 * A listener between two channels; `sinceBlock` is the audio since the last metadata block, bytes; null without metadata. Without a
 * socket it can be sent to another process.
 */
export type ReleasedListener = {
  socket: Socket;
  session: Session;
  sinceBlock: number | null;
  /** Where it continues at the same engine, and the number of the title it received last; missing for another engine. */
  place?: (Place & { title: number }) | undefined;
};

type Options = {
  cohorts: Cohorts;
  /** The listener leaves its spots. */
  leaveBreaks(listener: Listener): void;
  /** The connection was closed; the byte count is final. */
  left(session: Session): void;
};

/** Which listeners are given up: at most so many of those that match. */
export type Released = { most: number; matches(listener: Listener): boolean };

export type ListenerClosing = {
  /** Takes note of the end of its connection. */
  watch(listener: Listener): void;
  /**
   * Gives up listeners whose connection is open. `end` is the position of the station's audio after the `latest` batch, the last one
   * that was written to them.
   */
  release(end: number, latest: PlacedBatch | undefined, which: Released): ReleasedListener[];
};

/** How listeners leave a channel: their connection closes, or another channel takes it over. */
export const createListenerClosing = ({ cohorts, leaveBreaks, left }: Options): ListenerClosing => {
  const closers = new WeakMap<Socket, () => void>();
  return {
    watch(listener) {
      const { socket, session } = listener;
      const closed = (): void => {
        cohorts.remove(listener);
        leaveBreaks(listener);
        session.bytes = Math.max(0, session.bytes - socket.writableLength);
        left(session);
      };
      closers.set(socket, closed);
      socket.on('close', closed);
    },
    release(end, latest, { most, matches }) {
      const released: ReleasedListener[] = [];
      for (const listener of [...cohorts.listeners()]) {
        const { socket, session, cohort } = listener;
        if (released.length >= most) break;
        if (socket.destroyed || !matches(listener)) continue;
        const sinceBlock = cohort.grid === null ? null : sinceLastBlock(end, cohort.grid);
        const place = latest && { seq: latest.batch.seq, at: latest.batch.at, title: cohort.lastTitle };
        cohorts.remove(listener);
        leaveBreaks(listener);
        socket.off('close', closers.get(socket)!);
        released.push({ socket, session, sinceBlock, place });
      }
      return released;
    },
  };
};
