import { sql } from 'kysely';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** The audio file of an episode, with what decides whether it is public. */
export type StoredEnclosure = {
  episode: EpisodeKey;
  podcast: PodcastKey;
  account: AccountKey;
  /** Storage key. */
  file: string;
  size: number;
  ms: number;
  hash: string;
  modified: Date;
  published: boolean;
  publish_date: Date | null;
};

/**
 * The audio of an episode whose podcast is published and whose account and station are active; `gone` if the episode
 * was deleted, else undefined.
 */
export const findEnclosure = async (db: Db, key: string): Promise<StoredEnclosure | 'gone' | undefined> => {
  const { rows } = await sql<StoredEnclosure>`
    select e.key as episode, p.key as podcast, p.account_key as account, e.audio as file, e.audio_size as size,
      e.audio_ms as ms, e.audio_hash as hash, e.updated as modified, e.published, e.publish_date
    from episodes e join podcasts p on p.key = e.podcast_key join accounts a on a.key = p.account_key
      left join stations s on s.key = p.station_key
    where e.key = ${key} and e.audio is not null and e.audio_hash is not null and p.published
      and a.suspended_at is null and a.deleted_at is null and s.suspended_at is null and s.deleted_at is null`.execute(
    db,
  );
  if (rows[0]) return rows[0];
  const gone = await db
    .selectFrom('deleted_episodes')
    .select('key')
    .where('key', '=', key as EpisodeKey)
    .executeTakeFirst();
  return gone && 'gone';
};
