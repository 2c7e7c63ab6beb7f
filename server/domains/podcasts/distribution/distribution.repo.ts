import type { ExpressionBuilder, Selectable } from 'kysely';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { DistributionTable } from './distribution.tables.ts';

export type DistributionRow = Selectable<DistributionTable>;
type Change = Partial<Pick<DistributionRow, 'state' | 'url' | 'finding' | 'checked' | 'seen'>>;

/** A podcast's state on each platform that has one. */
export const findDistribution = async (db: Db | Tx, podcast: PodcastKey): Promise<DistributionRow[]> =>
  await db.selectFrom('distribution').selectAll().where('podcast_key', '=', podcast).execute();

/** The row of one platform, created if missing and locked until commit. */
export const lockPlatform = async (tx: Tx, podcast: PodcastKey, platform: string): Promise<DistributionRow> => {
  await tx
    .insertInto('distribution')
    .values({ podcast_key: podcast, platform, state: 'not_submitted' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await tx
    .selectFrom('distribution')
    .selectAll()
    .where('podcast_key', '=', podcast)
    .where('platform', '=', platform)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

export const changePlatform = async (
  tx: Tx,
  { podcast_key, platform }: Pick<DistributionRow, 'podcast_key' | 'platform'>,
  change: Change,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('distribution')
    .set({ ...change, updated: now })
    .where('podcast_key', '=', podcast_key)
    .where('platform', '=', platform)
    .execute();
};

/** Ids of platforms that can be searched without a listing URL: always, or once Apple lists the podcast. */
type Searchable = { always: readonly string[]; byApple: readonly string[] };

/**
 * Listings not checked since `before`, the least recent first; skips unpublished podcasts and suspended or deleted
 * owners.
 */
export const dueListings = async (
  db: Db,
  { before, most, searchable }: { before: Date; most: number; searchable: Searchable },
): Promise<DistributionRow[]> =>
  await db
    .selectFrom('distribution as d')
    .innerJoin('podcasts as p', 'p.key', 'd.podcast_key')
    .innerJoin('accounts as a', 'a.key', 'p.account_key')
    .leftJoin('stations as s', 's.key', 'p.station_key')
    .selectAll('d')
    .where('d.state', '<>', 'not_submitted')
    .where((is) => is.or([is('d.checked', 'is', null), is('d.checked', '<', before)]))
    .where((is) =>
      is.or([
        is('d.url', '<>', ''),
        is('d.platform', 'in', searchable.always),
        is.and([is('d.platform', 'in', searchable.byApple), is.exists(onApple(is))]),
      ]),
    )
    .where('p.published', '=', true)
    .where('a.deleted_at', 'is', null)
    .where('a.suspended_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where('s.suspended_at', 'is', null)
    .orderBy('d.checked', (order) => order.asc().nullsFirst())
    .limit(most)
    .execute();

const onApple = ({ selectFrom }: ExpressionBuilder<Database & { d: DistributionTable }, 'd'>) =>
  selectFrom('distribution as apple')
    .select('apple.platform')
    .whereRef('apple.podcast_key', '=', 'd.podcast_key')
    .where('apple.platform', '=', 'apple')
    .where('apple.state', '=', 'listed');
