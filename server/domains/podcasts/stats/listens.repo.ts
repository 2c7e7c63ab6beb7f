import type { EpisodeKey } from '#contract/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { Listen } from './judge.ts';

type Asking = { episode: EpisodeKey; listener: string };

/** Names what one listener got of one episode. */
export const listenKey = (episode: EpisodeKey, listener: string): string => `${episode} ${listener}`;

/** What these listeners got until now of these episodes, by `listenKey`. */
export const findListens = async (tx: Tx, asked: readonly Asking[]): Promise<Map<string, Listen>> => {
  if (asked.length === 0) return new Map();
  const rows = await tx
    .selectFrom('podcast_listens')
    .selectAll()
    .where('listener', 'in', [...new Set(asked.map(({ listener }) => listener))])
    .where('episode_key', 'in', [...new Set(asked.map(({ episode }) => episode))])
    .execute();
  return new Map(
    rows.map(({ episode_key, listener, began, hash, ranges, counted_by }) => [
      listenKey(episode_key, listener),
      { began: began.getTime(), hash, ranges, counted_by },
    ]),
  );
};

/** Keeps what these listeners got. */
export const keepListens = async (tx: Tx, listens: readonly (Asking & { listen: Listen })[]): Promise<void> => {
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

/** Forgets days that are over: what comes now begins another. */
export const forgetListens = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('podcast_listens').where('began', '<', before).execute();
};
