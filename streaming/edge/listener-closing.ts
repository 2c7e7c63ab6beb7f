import type { Socket } from 'node:net';
import { sinceLastBlock, type Cohorts, type Listener } from './cohorts.ts';
import type { Session } from './sessions.ts';

/** A listener between two channels; `sinceBlock` is the audio since the last metadata block, bytes; null without metadata. */
export type ReleasedListener = { socket: Socket; session: Session; sinceBlock: number | null };

type Options = {
  cohorts: Cohorts;
  /** The listener leaves its spots. */
  leaveBreaks(listener: Listener): void;
  /** The connection was closed; the byte count is final. */
  left(session: Session): void;
};

/** How listeners leave a channel: their connection closes, or another channel takes it over. */
export const createListenerClosing = ({ cohorts, leaveBreaks, left }: Options) => {
  const closers = new WeakMap<Socket, () => void>();
  return {
    /** Takes note of the end of its connection. */
    watch(listener: Listener): void {
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
    /** Gives up all listeners whose connection is open; `end` is the position of the station's audio after the last batch. */
    releaseAll: (end: number): ReleasedListener[] =>
      [...cohorts.listeners()].flatMap((listener) => {
        const { socket, session, cohort } = listener;
        if (socket.destroyed) return [];
        const sinceBlock = cohort.grid === null ? null : sinceLastBlock(end, cohort.grid);
        cohorts.remove(listener);
        leaveBreaks(listener);
        socket.off('close', closers.get(socket)!);
        return [{ socket, session, sinceBlock }];
      }),
  };
};
