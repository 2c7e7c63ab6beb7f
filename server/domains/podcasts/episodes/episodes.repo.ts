import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { EpisodesTable } from '../podcasts.tables.ts';

export type EpisodeRow = Selectable<EpisodesTable>;

export const findEpisode = async (db: Db | Tx, key: EpisodeKey): Promise<EpisodeRow | undefined> =>
  await db.selectFrom('episodes').selectAll().where('key', '=', key).executeTakeFirst();

/** Locks an episode's row until commit. */
export const lockEpisode = async (tx: Tx, key: EpisodeKey): Promise<EpisodeRow | undefined> =>
  await tx.selectFrom('episodes').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();

/** Keeps a podcast from being deleted until commit; false if it doesn't exist. */
export const shareLockPodcast = async (tx: Tx, key: PodcastKey): Promise<boolean> =>
  (await tx.selectFrom('podcasts').select('key').where('key', '=', key).forKeyShare().executeTakeFirst()) !== undefined;

/** Inserts an episode; undefined if the podcast already has one with this GUID. */
export const insertEpisode = async (tx: Tx, row: Insertable<EpisodesTable>): Promise<EpisodeRow | undefined> =>
  await tx
    .insertInto('episodes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['podcast_key', 'guid']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateEpisode = async (
  tx: Db | Tx,
  key: EpisodeKey,
  values: Updateable<EpisodesTable>,
): Promise<EpisodeRow | undefined> =>
  await tx
    .updateTable('episodes')
    .set({ ...values, updated: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();

export const removeEpisode = async (tx: Tx, key: EpisodeKey): Promise<void> => {
  await tx.deleteFrom('episodes').where('key', '=', key).execute();
};

export type EpisodeOrder = '-publish_date' | 'publish_date' | 'title' | '-title' | 'duration' | '-duration';

/** One page of a podcast's episodes with the total; drafts without a publish date sort by creation date. */
export const listEpisodes = async (
  db: Db,
  podcast: PodcastKey,
  {
    search = '',
    order,
    limit,
    offset,
  }: { search?: string | undefined; order: EpisodeOrder; limit: number; offset: number },
): Promise<{ rows: EpisodeRow[]; total: number; capped: boolean }> => {
  const matches = sql<boolean>`podcast_key = ${podcast} and ${nameMatches('episodes', search)}`;
  const [rows, total] = await Promise.all([
    db
      .selectFrom('episodes')
      .selectAll()
      .where(matches)
      .orderBy(orders[order.replace('-', '') as keyof typeof orders], order.startsWith('-') ? 'desc' : 'asc')
      .orderBy('key')
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(db, sql`select from episodes where ${matches}`),
  ]);
  return { rows, ...total };
};

const orders = {
  publish_date: sql`coalesce(publish_date, created)`,
  title: sql`lower(title)`,
  duration: sql`audio_ms`,
} satisfies Record<string, RawBuilder<unknown>>;

/** A podcast's public episodes, the newest first; none if the podcast isn't public. */
export const publishedRows = async (db: Db | Tx, podcast: PodcastKey, now: Date): Promise<EpisodeRow[]> =>
  await db
    .selectFrom('episodes')
    .selectAll('episodes')
    .where('podcast_key', '=', podcast)
    .where(isPublic(now))
    .orderBy(sql`coalesce(episodes.publish_date, episodes.created)`, 'desc')
    .orderBy('key')
    .execute();

/** An episode if it is public. */
export const publishedRow = async (db: Db | Tx, key: EpisodeKey, now: Date): Promise<EpisodeRow | undefined> =>
  await db.selectFrom('episodes').selectAll('episodes').where('key', '=', key).where(isPublic(now)).executeTakeFirst();

/**
 * Published with audio and a past publish date, and its podcast, station and account are published, active and not
 * deleted.
 */
export const isPublic = (now: Date) => sql<boolean>`episodes.published and episodes.audio is not null
  and episodes.publish_date <= ${now} and exists (
    select from podcasts p join accounts a on a.key = p.account_key left join stations s on s.key = p.station_key
    where p.key = episodes.podcast_key and p.published and a.deleted_at is null and a.suspended_at is null
      and s.deleted_at is null and s.suspended_at is null)`;

/** The fields of a podcast that go into its episodes' tags. */
export const findPodcastTags = async (
  db: Db,
  key: PodcastKey,
): Promise<{ title: string; author: string; image: string | null } | undefined> =>
  await db.selectFrom('podcasts').select(['title', 'author', 'image']).where('key', '=', key).executeTakeFirst();
