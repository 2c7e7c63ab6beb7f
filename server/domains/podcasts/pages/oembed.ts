import { artUrl, pageUrl } from '../addresses.ts';
import type { EpisodeRow } from '../episodes/episodes.service.ts';
import type { FeedPodcast } from '../feed/feed.repo.ts';
import { embedCode, embedHeight, embedWidth } from './embed-code.ts';
import type { ShowDeps } from './show-page.ts';

const thumbnailPx = 600;

/** How an episode is shown in the pages of others (oEmbed 1.0, `rich`), not wider than they say. */
export const oembedOf = (
  deps: ShowDeps,
  { podcast, episode }: { podcast: FeedPodcast; episode: EpisodeRow },
  most: { width: number; height: number },
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
    width: Math.min(embedWidth, most.width),
    height: Math.min(embedHeight, most.height),
    cache_age: 3600,
    ...(image !== null && {
      thumbnail_url: image.replace(/\.jpg$/, '.webp'),
      thumbnail_width: thumbnailPx,
      thumbnail_height: thumbnailPx,
    }),
  };
};

/** The show and the episode that an address of one of our pages names; undefined for any other address. */
export const pageNamed = (
  { config }: Pick<ShowDeps, 'config'>,
  address: string,
): { show: string; episode: string | undefined } | undefined => {
  const url = URL.parse(address);
  const own = [config.deliveryUrl, config.publicUrl].map((base) => new URL(base).host);
  if (!url || !own.includes(url.host)) return undefined;
  const [, first, show, episode, more] = url.pathname.split('/');
  if (first !== 'shows' || show === undefined || show === '' || (more ?? '') !== '') return undefined;
  return { show, episode: episode === '' ? undefined : episode };
};
