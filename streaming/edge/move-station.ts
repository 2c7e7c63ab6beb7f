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
  /**
   * Gives up at most so many of a station's listeners, for another process with the same engine: those that it can continue.
   */
  handOver(station: string, most: number): Promise<ReleasedListener[]>;
  /** Continues with listeners of a former engine of the station, or of another process. */
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
export const createStationMoves = ({ bus, mounts, sessions, opened, left }: Options): StationMoves => {
  const cut = (listener: ReleasedListener): ReleasedListener => {
    const session = sessions.release(listener.session);
    left(listener.session);
    return { ...listener, session };
  };
  return {
    release(station, taken) {
      mounts.byStation(station)?.channel.release((listeners) => {
        // Another engine numbers batches and titles by itself.
        taken(listeners.map((listener) => ({ ...cut(listener), place: undefined })));
        bus.publish({ type: 'drop', station, reason: 'Another server has the station.' });
      });
    },
    handOver: (station, most) =>
      new Promise((resolve) => {
        const mount = mounts.byStation(station);
        if (!mount) return resolve([]);
        mount.channel.release((listeners) => resolve(listeners.map(cut)), most);
      }),
    adopt(station, listeners) {
      const mount = mounts.byStation(station);
      for (const listener of listeners) {
        sessions.adopt(listener.session);
        if (mount) {
          opened(listener.session);
          mount.channel.adopt(listener);
        } else {
          sessions.close(listener.session);
          listener.socket.destroy();
        }
      }
      if (mount) mount.peak = Math.max(mount.peak, mount.channel.listeners());
    },
  };
};
