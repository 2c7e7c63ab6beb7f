import type * as z from 'zod/mini';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Podcast } from '#contract/api/podcast.ts';
import type { podcasts } from '#contract/api/podcasts.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { presentPodcast } from './podcasts.presenter.ts';
import { findPodcast, listPodcasts, type PodcastRow, type PodcastScope } from './podcasts.repo.ts';

export { artThumbnailPath, artUrl, feedUrl, pageUrl } from './podcast-urls.ts';
export { createPodcast } from './create-podcast.ts';
export { artKey, artFiles, checkArt, removeArt, storeArt } from './podcast-art.ts';
export { countPodcasts, type PodcastRow } from './podcasts.repo.ts';

type Deps = Pick<Kernel, 'db' | 'config'>;
type Page = { limit: number; offset: number; search?: string | undefined };

/** One podcast; refuses with `podcast.notFound`, also if its station or account is deleted. */
export const getPodcast = async ({ db }: Pick<Kernel, 'db'>, key: PodcastKey): Promise<PodcastRow> =>
  (await findPodcast(db, key)) ?? refuse('podcast.notFound');

/** One podcast as the API presents it. */
export const showPodcast = async (deps: Deps, key: PodcastKey): Promise<Podcast> =>
  presentPodcast(await getPodcast(deps, key), deps.config);

/** One page of podcasts by title: of an account including its stations, of a station, or of the portal. */
export const searchPodcasts = async (
  { db, config }: Deps,
  scope: PodcastScope,
  page: Page,
): Promise<z.infer<typeof podcasts.list.spec.returns>> => {
  checkDepth(page.offset, 'offset');
  const { rows, ...totals } = await listPodcasts(db, scope, page);
  return { entities: rows.map((row) => presentPodcast(row, config)), ...totals };
};
