import type { PodcastKey } from '#contract/rules/keys.ts';
import type { ChangedPodcast, Podcast } from '#contract/api/podcast.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { checkParent, refuseTaken } from './check-podcast.ts';
import { artFiles, checkArt, removeArt, storeArt, type ArtDeps } from './podcast-art.ts';
import { podcastColumns } from './podcast-columns.ts';
import { podcastChanged, podcastFilesOrphaned } from './podcasts.events.ts';
import { changePodcastRow, findPodcast, lockPodcast } from './podcasts.repo.ts';
import { showPodcast } from './podcasts.service.ts';

type Deps = Pick<Kernel, 'db' | 'config' | 'events' | 'clock'> & ArtDeps;

/**
 * Changes the fields in the body, and the logo if one was uploaded. A new logo gets a new URL, and the files of the old
 * one are removed after commit. The guid never changes, even when the URL does. Refuses with `podcast.prettyUrlTaken`.
 */
export const changePodcast = async (
  deps: Deps,
  key: PodcastKey,
  body: ChangedPodcast,
  logo: string | undefined,
): Promise<Podcast> => {
  if (logo !== undefined) await checkArt(deps, logo);
  const image = logo === undefined ? null : await storeArt(deps, logo);
  try {
    await deps.db.transaction().execute((tx) => write(tx, deps, key, body, image));
  } catch (error) {
    await removeArt(deps, image);
    throw error;
  }
  return await showPodcast(deps, key);
};

const write = async (
  tx: Tx,
  { events, clock }: Pick<Kernel, 'events' | 'clock'>,
  key: PodcastKey,
  body: ChangedPodcast,
  image: string | null,
): Promise<void> => {
  const { account_key: account } = (await findPodcast(tx, key)) ?? refuse('podcast.notFound');
  // The account lock serializes parent changes, so that two of them at once can't form a loop.
  if (body.parent) await lockAccount(tx, account);
  const before = (await lockPodcast(tx, key)) ?? refuse('podcast.notFound');
  if (body.parent) await checkParent(tx, body.parent, { account: before.account_key, key });
  const changes = { ...podcastColumns(body), ...(image !== null && { image }), updated: clock.now() };
  if (!(await changePodcastRow(tx, key, changes))) refuseTaken();
  const files = image === null ? [] : artFiles(before.image);
  if (files.length > 0) await events.emit(tx, podcastFilesOrphaned, { files });
  await events.emit(tx, podcastChanged, { key });
};
