import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { artFiles } from './podcast-art.ts';

/** Storage keys of all files of a podcast and its episodes. */
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
  const episodeFiles = episodes.flatMap(({ image, ...files }) => [
    ...Object.values(files).filter((file) => file !== null),
    ...artFiles(image),
  ]);
  return [...artFiles(podcast?.image ?? null), ...episodeFiles];
};

/** Deletes a podcast's row; dependent rows cascade. */
export const deletePodcastRow = async (tx: Tx, key: PodcastKey): Promise<void> => {
  await tx.deleteFrom('podcasts').where('key', '=', key).execute();
};

/** Keys of the podcasts of an account or of stations, including deleted ones. */
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
