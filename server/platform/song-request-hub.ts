import type { StationKey } from '#contract/rules/keys.ts';
import type { Announcements, Db, Tx } from '#server/kernel/kernel.ts';

/** Notifies the browsers connected to this process of changes of song requests. */
export type SongRequestHub = {
  /** Calls `changed` with the requests of this station that changed; without IDs any may have. */
  follow(station: string, changed: (ids?: readonly string[]) => void): () => void;
};

const topic = 'songRequests.changed';
/** As many IDs as an announcement has room for. */
const mostAnnounced = 100;

/** Notifies all browsers that follow these requests, or the station's, after commit. */
export const notifySongRequests = async (
  events: Announcements,
  tx: Tx | Db,
  station: StationKey,
  ids: readonly string[],
): Promise<void> => {
  for (let from = 0; from < ids.length; from += mostAnnounced)
    await events.announce(tx, topic, { station, ids: ids.slice(from, from + mostAnnounced) });
};

/** The hub of this process: every process hears of every change. */
export const createSongRequestHub = (events: Announcements): SongRequestHub => {
  const followers = new Map<string, Set<(ids?: readonly string[]) => void>>();
  events.onAnnounced(
    topic,
    ({ station, ids }) => followers.get(String(station))?.forEach((changed) => changed(ids as string[])),
    () => followers.forEach((each) => each.forEach((changed) => changed())),
  );
  return {
    follow(station, changed) {
      // A function for each call, so that one reader may follow twice.
      const follower = (ids?: readonly string[]) => changed(ids);
      followers.set(station, (followers.get(station) ?? new Set()).add(follower));
      return () => {
        const left = followers.get(station);
        left?.delete(follower);
        if (left?.size === 0) followers.delete(station);
      };
    },
  };
};
