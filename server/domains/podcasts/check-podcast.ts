import type { AccountKey, PodcastKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { isWithin, lockPodcast } from './podcasts.repo.ts';

/** Refuses a parent in another account, the podcast itself and its own descendants. */
export const checkParent = async (
  tx: Tx,
  parent: PodcastKey,
  { account, key }: { account: AccountKey; key?: PodcastKey },
): Promise<void> => {
  const found = await lockPodcast(tx, parent);
  if (found?.account_key !== account) refuse('podcast.notFound');
  if (key !== undefined && (await isWithin(tx, parent, key)))
    refuse('podcast.parentLoop', {}, { parent: 'It can’t belong to itself or to one that belongs to it.' });
};

/** Refuses a URL that another podcast uses (spec §5). */
export const refuseTaken = (): never =>
  refuse('podcast.prettyUrlTaken', {}, { pretty_url: 'The URL is already in use.' });
