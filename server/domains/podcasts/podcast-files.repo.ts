import type { AccountKey, PodcastKey, StationKey } from '#contract/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { artFiles } from './podcast-art.ts';

/** Every file of storage that a podcast and its episodes name. */
export const filesOfPodcast = async (tx: Tx, key: PodcastKey): Promise<string[]> => {
  const [podcast, episodes] = await Promise.all([
    tx.selectFrom('podcasts').select('image').where('key', '=', key).executeTakeFirst(),
    tx
      .selectFrom('episodes')
      .select(['original', 'audio', 'peaks', 'transcript', 'image'])
      .where('podcast_key', '=', key)
      .forUpdate()
      .execute(),
  ]);
  const named = episodes.flatMap(({ image, ...files }) => [
    ...Object.values(files).filter((file) => file !== null),
    ...artFiles(image),
  ]);
  return [...artFiles(podcast?.image ?? null), ...named];
};

/** Removes the row of a podcast with all that hangs on it. */
export const erasePodcast = async (tx: Tx, key: PodcastKey): Promise<void> => {
  await tx.deleteFrom('podcasts').where('key', '=', key).execute();
};

/** The podcasts of an account, or of some stations, deleted ones too. */
export const podcastsIn = async (
  db: Db | Tx,
  scope: { account: AccountKey } | { stations: readonly StationKey[] },
): Promise<PodcastKey[]> => {
  const all = db.selectFrom('podcasts').select('key').orderBy('key');
  const rows =
    'account' in scope
      ? await all.where('account_key', '=', scope.account).execute()
      : await all.where('station_key', 'in', scope.stations).execute();
  return rows.map(({ key }) => key);
};
