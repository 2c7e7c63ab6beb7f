import { html } from '#server/platform/pages/html.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { page } from '#server/platform/pages/page-shell.ts';
import { artUrl, feedUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import type { EpisodeRow } from '../episodes/episodes.service.ts';
import type { FeedPodcast } from '../feed/feed.repo.ts';
import { playerElement } from './episode-page.ts';
import { coverArt, episodeFacts, feedLink, type ShowDeps } from './show-page.ts';

/** The embeddable page with only an episode's player. */
export const embedPage = (
  deps: ShowDeps,
  { podcast, episode }: { podcast: FeedPodcast; episode: EpisodeRow },
  at: PageLanguage,
): string => {
  const show = pageUrl(deps.config, podcast);
  const image = episode.image ?? podcast.image;
  const head = {
    title: `${episode.title} – ${podcast.title}`,
    description: podcast.title,
    url: `${show}/${episode.key}`,
    image: artUrl(deps.config, image),
    kind: 'music.song' as const,
    at,
    embedded: true,
    isHidden: true,
    more: [feedLink(podcast, feedUrl(deps.config, podcast))],
  };
  const link = (text: string, url: string) => html`<a href="${url}" target="_blank" rel="noopener">${text}</a>`;
  return page(
    deps,
    head,
    html`<main class="card">
      ${coverArt(deps, image, '', episode.title)}
      <div ${writtenIn(at, podcast.language)}>
        <p class="soft">${link(podcast.title, show)}</p>
        <h1>${link(episode.title, head.url)}</h1>
        ${episodeFacts(episode, at)}
      </div>
      ${playerElement({ podcast, episode }, at)}
    </main>`,
  );
};
