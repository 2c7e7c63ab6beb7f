import { artUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import type { EpisodeRow } from '../episodes/episodes.service.ts';
import type { FeedPodcast } from '../feed/feed.repo.ts';
import { embedCode, embedHeight, embedWidth } from './embed-code.ts';
import type { ShowDeps } from './show-page.ts';

const thumbnailPx = 600;

/** The oEmbed 1.0 document of an episode (`rich`), within the given size. */
export const oembedOf = (
  deps: ShowDeps,
  { podcast, episode }: { podcast: FeedPodcast; episode: EpisodeRow },
  max: { width: number; height: number },
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
    width: Math.min(embedWidth, max.width),
    height: Math.min(embedHeight, max.height),
    cache_age: 3600,
    ...(image !== null && {
      thumbnail_url: image.replace(/\.jpg$/, '.webp'),
      thumbnail_width: thumbnailPx,
      thumbnail_height: thumbnailPx,
    }),
  };
};

/** The show and episode in the URL of a public page; undefined for any other URL. */
export const parsePageUrl = (
  { config }: Pick<ShowDeps, 'config'>,
  pageAddress: string,
): { show: string; episode: string | undefined } | undefined => {
  const url = URL.parse(pageAddress);
  const own = [config.deliveryUrl, config.publicUrl].map((base) => new URL(base).host);
  if (!url || !own.includes(url.host)) return undefined;
  const [, first, show, episode, more] = url.pathname.split('/');
  if (first !== 'shows' || show === undefined || show === '' || (more ?? '') !== '') return undefined;
  return { show, episode: episode === '' ? undefined : episode };
};
