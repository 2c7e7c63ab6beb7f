import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { Listen } from './judge.ts';

type ListenId = { episode: EpisodeKey; listener: string };

/** Map key of a listener and an episode. */
export const listenKey = (episode: EpisodeKey, listener: string): string => `${episode} ${listener}`;

/** What these listeners got of these episodes so far, by `listenKey`. */
export const findListens = async (tx: Tx, ids: readonly ListenId[]): Promise<Map<string, Listen>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('podcast_listens')
    .selectAll()
    .where('listener', 'in', [...new Set(ids.map(({ listener }) => listener))])
    .where('episode_key', 'in', [...new Set(ids.map(({ episode }) => episode))])
    .execute();
  return new Map(
    rows.map(({ episode_key, listener, began, hash, ranges, counted_by }) => [
      listenKey(episode_key, listener),
      { began: began.getTime(), hash, ranges, counted_by },
    ]),
  );
};

/** Inserts or updates what these listeners got. */
export const saveListens = async (tx: Tx, listens: readonly (ListenId & { listen: Listen })[]): Promise<void> => {
  if (listens.length === 0) return;
  await tx
    .insertInto('podcast_listens')
    .values(
      listens.map(({ episode, listener, listen }) => ({
        episode_key: episode,
        listener,
        began: new Date(listen.began),
        hash: listen.hash,
        ranges: JSON.stringify(listen.ranges),
        counted_by: listen.counted_by,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['episode_key', 'listener']).doUpdateSet((row) => ({
        began: row.ref('excluded.began'),
        hash: row.ref('excluded.hash'),
        ranges: row.ref('excluded.ranges'),
        counted_by: row.ref('excluded.counted_by'),
      })),
    )
    .execute();
};

/** Deletes listens older than this; a later request starts a new one. */
export const deleteOldListens = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('podcast_listens').where('began', '<', before).execute();
};
