import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/keys.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { EpisodesTable } from '#server/kernel/db/podcast-tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type EpisodeRow = Selectable<EpisodesTable>;

export const findEpisode = async (db: Db | Tx, key: EpisodeKey): Promise<EpisodeRow | undefined> =>
  await db.selectFrom('episodes').selectAll().where('key', '=', key).executeTakeFirst();

/** Holds an episode until the transaction ends. */
export const lockEpisode = async (tx: Tx, key: EpisodeKey): Promise<EpisodeRow | undefined> =>
  await tx.selectFrom('episodes').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();

/** Holds a podcast in its place until the transaction ends; false where it is deleted. */
export const holdPodcast = async (tx: Tx, key: PodcastKey): Promise<boolean> =>
  (await tx.selectFrom('podcasts').select('key').where('key', '=', key).forKeyShare().executeTakeFirst()) !== undefined;

/** Writes an episode; undefined where the podcast has one of the same GUID. */
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

/** One page of a podcast's episodes, drafts by when they were made, and how many there are. */
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
  const wanted = sql<boolean>`podcast_key = ${podcast} and ${nameMatches('episodes', search)}`;
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('episodes')
      .selectAll()
      .where(wanted)
      .orderBy(orders[order.replace('-', '') as keyof typeof orders], order.startsWith('-') ? 'desc' : 'asc')
      .orderBy('key')
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(db, sql`select from episodes where ${wanted}`),
  ]);
  return { rows, ...counted };
};

const orders = {
  publish_date: sql`coalesce(publish_date, created)`,
  title: sql`lower(title)`,
  duration: sql`audio_ms`,
} satisfies Record<string, RawBuilder<unknown>>;

/** The episodes of a podcast that the world has now, the newest first; none of a podcast that it hasn't. */
export const publishedRows = async (db: Db | Tx, podcast: PodcastKey, now: Date): Promise<EpisodeRow[]> =>
  await db
    .selectFrom('episodes')
    .selectAll('episodes')
    .where('podcast_key', '=', podcast)
    .where(isOut(now))
    .orderBy(sql`coalesce(episodes.publish_date, episodes.created)`, 'desc')
    .orderBy('key')
    .execute();

/** An episode that the world has now. */
export const publishedRow = async (db: Db | Tx, key: EpisodeKey, now: Date): Promise<EpisodeRow | undefined> =>
  await db.selectFrom('episodes').selectAll('episodes').where('key', '=', key).where(isOut(now)).executeTakeFirst();

/** Published, its time come, its audio there, and nothing above it unpublished, suspended or deleted. */
const isOut = (now: Date) => sql<boolean>`episodes.published and episodes.audio is not null
  and episodes.publish_date <= ${now} and exists (
    select from podcasts p join accounts a on a.key = p.account_key left join stations s on s.key = p.station_key
    where p.key = episodes.podcast_key and p.published and a.deleted_at is null and a.suspended_at is null
      and s.deleted_at is null and s.suspended_at is null)`;

/** What of a podcast stands in the tags of its episodes. */
export const findTitles = async (
  db: Db,
  key: PodcastKey,
): Promise<{ title: string; author: string; image: string | null } | undefined> =>
  await db.selectFrom('podcasts').select(['title', 'author', 'image']).where('key', '=', key).executeTakeFirst();
