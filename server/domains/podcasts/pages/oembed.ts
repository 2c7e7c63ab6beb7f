import { EpisodeKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { FrameLimit, OembedSource } from '#server/platform/pages/oembed.ts';
import { artUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import type { EpisodeRow } from '../episodes/episodes.service.ts';
import type { FeedPodcast } from '../feed/feed.repo.ts';
import { embedCode, embedHeight, embedWidth } from './embed-code.ts';
import { newestEpisode, readEmbedded } from './page-source.ts';
import type { ShowDeps } from './show-page.ts';

const thumbnailPx = 600;

/** The player of an episode, for its page; a podcast's page embeds as its newest episode. */
export const episodeOembed =
  (deps: ShowDeps & Pick<Kernel, 'db' | 'clock'>): OembedSource =>
  async (page, limit) => {
    const target = parseShowPath(page.pathname);
    if (!target) return undefined;
    const key = EpisodeKey.safeParse(target.episode ?? (await newestEpisode(deps, target.show)));
    const found = key.success ? await readEmbedded(deps, key.data) : undefined;
    return found && oembedOf(deps, found, limit);
  };

const oembedOf = (
  deps: ShowDeps,
  { podcast, episode }: { podcast: FeedPodcast; episode: EpisodeRow },
  limit: FrameLimit,
): Record<string, unknown> => {
  const image = artUrl(deps.config, episode.image ?? podcast.image);
  return {
    version: '1.0',
    type: 'rich',
    provider_name: deps.brand.name,
    provider_url: deps.config.deliveryUrl,
    title: episode.title,
    author_name: podcast.title,
    author_url: pageUrl(deps.config, podcast),
    html: embedCode(deps, episode),
    width: Math.min(embedWidth, limit.width),
    height: Math.min(embedHeight, limit.height),
    cache_age: 3600,
    ...(image !== null && {
      thumbnail_url: image.replace(/\.jpg$/, '.webp'),
      thumbnail_width: thumbnailPx,
      thumbnail_height: thumbnailPx,
    }),
  };
};

/** The show and episode in the path of a public page; undefined for any other path. */
const parseShowPath = (path: string): { show: string; episode: string | undefined } | undefined => {
  const [, first, show, episode, more] = path.split('/');
  if (first !== 'shows' || show === undefined || show === '' || (more ?? '') !== '') return undefined;
  return { show, episode: episode === '' ? undefined : episode };
};
