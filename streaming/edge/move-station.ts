import type { Bus } from '#streaming/bus/batch.ts';
import type { ReleasedListener } from './listener-closing.ts';
import type { Mounts } from './mounts.ts';
import type { Session, Sessions } from './sessions.ts';

export type StationMoves = {
  /**
   * Gives up a station's listeners, as another engine has the station. Those of its stream are handed over; those of HLS and additional
   * formats are disconnected, and find the other engine when they come back.
   */
  release(station: string, taken: (listeners: ReleasedListener[]) => void): void;
  /** Continues with listeners of a former engine of the station. */
  adopt(station: string, listeners: readonly ReleasedListener[]): void;
};

type Options = {
  bus: Bus;
  mounts: Mounts;
  sessions: Sessions;
  opened(session: Session): void;
  left(session: Session): void;
};

/** How listeners go from the side of one engine to that of another in an edge (ADR 91). */
export const createStationMoves = ({ bus, mounts, sessions, opened, left }: Options): StationMoves => ({
  release(station, taken) {
    mounts.byStation(station)?.channel.release((listeners) => {
      const released = listeners.map((listener) => {
        const session = sessions.release(listener.session);
        left(listener.session);
        return { ...listener, session };
      });
      taken(released);
      bus.publish({ type: 'drop', station, reason: 'Another server has the station.' });
    });
  },
  adopt(station, listeners) {
    const mount = mounts.byStation(station);
    for (const listener of listeners) {
      if (!mount) listener.socket.destroy();
      else {
        sessions.adopt(listener.session);
        opened(listener.session);
        mount.channel.adopt(listener);
      }
    }
    if (mount) mount.peak = Math.max(mount.peak, mount.channel.listeners());
  },
});
