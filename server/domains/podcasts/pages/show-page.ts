import { appleCategory } from '#contract/rules/podcast-categories.ts';
import type { Config } from '#server/kernel/config.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { oembedLink } from '#server/platform/pages/oembed.ts';
import { fill, writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { pageFooter, page, brandMark, type PageDeps } from '#server/platform/pages/page-shell.ts';
import { formatDay, isWebUrl, oneLine } from '#server/platform/pages/page-text.ts';
import { artThumbnailPath, artUrl, feedUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import type { FeedPodcast } from '../feed/feed.repo.ts';
import type { Link, ListedEpisode, ShowSource } from './page-source.ts';
import { formatDuration, isoDuration, episodeLabel } from './page-format.ts';

export type ShowDeps = PageDeps & { config: Config };

/** A podcast's public page: its description, links to other platforms, and its episodes with a player. */
export const showPage = (deps: ShowDeps, source: ShowSource, at: PageLanguage): string => {
  const { podcast, links, episodes } = source;
  const [feed, url] = [feedUrl(deps.config, podcast), pageUrl(deps.config, podcast)];
  const description = podcast.description || podcast.summary || podcast.subtitle;
  const head = {
    title:
      source.page === 1
        ? podcast.title
        : `${podcast.title} – ${fill(at.words.pageOf, { n: source.page, total: source.pages })}`,
    description: oneLine(description || podcast.title, 200),
    url: source.page === 1 ? url : `${url}?page=${String(source.page)}`,
    image: artUrl(deps.config, podcast.image),
    kind: 'website' as const,
    at,
    isHidden: podcast.block,
    more: [feedLink(podcast, feed), oembedLink(deps, url)],
    data: seriesData(deps, podcast, feed),
  };
  return page(
    deps,
    head,
    html`<main class="wrap">
        <header class="hero">
          ${coverArt(deps, podcast.image, '', podcast.title)}
          <div ${writtenIn(at, podcast.language)}>
            <h1>${podcast.title}</h1>
            ${podcast.author !== '' && html`<p class="soft lead">${podcast.author}</p>`} ${tags(podcast, at)}
            ${description !== '' && html`<p class="plain">${description}</p>`}
            ${subscribe(feed, links, { podcast, at })} ${peopleList(podcast.persons)}
          </div>
        </header>
        <section class="stack" aria-labelledby="episodes">
          <h2 id="episodes">${at.words.episodes}</h2>
          ${
            episodes.length === 0
              ? html`<p class="soft">${at.words.noEpisodes}</p>`
              : html`<ol class="episodes">
                  ${episodes.map((one) => listItem(url, one, { podcast, at, isPlayed: true }))}
                </ol>`
          }
          ${pagination(source, at)}
        </section>
        ${pageFooter(deps, { copyright: podcast.copyright, links: [{ text: 'RSS', url: feed }] })}
      </main>
      ${dock(podcast, at)}`,
  );
};

/** A row of an episode list; `isPlayed` adds a play button, which the player script reveals. */
export const listItem = (
  show: string,
  episode: ListedEpisode,
  { podcast, at, isPlayed }: { podcast: FeedPodcast; at: PageLanguage; isPlayed: boolean },
): Html => {
  const path = `${new URL(show).pathname}/${episode.key}`;
  const about = episode.description || episode.summary || episode.subtitle;
  const own = writtenIn(at, podcast.language);
  const button = html`<button
    type="button"
    class="round"
    hidden
    aria-pressed="false"
    aria-label="${at.words.play}: ${episode.title}"
    data-play="/episodes/${episode.key}.mp3"
    data-seconds="${Math.round(episode.audio_ms / 1000)}"
    data-title="${episode.title}"
    data-page="${path}"
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path class="go" d="M8 5.5v13l10.5-6.5z" />
      <path class="halt" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" />
    </svg>
  </button>`;
  return html`<li>
    ${isPlayed && button}
    <div>
      <h3 ${own}><a href="${path}">${episode.title}</a></h3>
      ${episodeFacts(episode, at)}${about !== '' && html`<p class="excerpt" ${own}>${oneLine(about, 300)}</p>`}
    </div>
  </li>`;
};

/** Date, duration, number and explicit tag of an episode. */
export const episodeFacts = (
  episode: Omit<ListedEpisode, 'key' | 'title' | 'subtitle' | 'summary' | 'description'>,
  at: PageLanguage,
): Html => {
  const label = episodeLabel(episode, at);
  return html`<p class="meta">
    ${episode.publish_date !== null && html`<time datetime="${episode.publish_date.toISOString()}">${formatDay(episode.publish_date, at.language)}</time>`}<time
      datetime="${isoDuration(episode.audio_ms)}"
      >${formatDuration(episode.audio_ms, at)}</time
    >${label !== '' && html`<span>${label}</span>`}${episode.explicit && html`<span class="tag">${at.words.explicit}</span>`}
  </p>`;
};

/** A cover, or the brand's mark without one; the script shows the mark if the cover fails to load, too. */
export const coverArt = (deps: PageDeps, image: string | null, kind: string, title: string): Html => {
  const src = artThumbnailPath(image);
  if (src === null) return html`<div class="art none ${kind}">${brandMark(deps)}</div>`;
  return html`<img class="art ${kind}" src="${src}" width="600" height="600" alt="${title}" data-art />
    <div class="art none ${kind}" hidden>${brandMark(deps)}</div>`;
};

export const feedLink = (podcast: { title: string }, feed: string): Html =>
  html`<link rel="alternate" type="application/rss+xml" title="${podcast.title}" href="${feed}" />`;

export const peopleList = (persons: FeedPodcast['persons']): Html | false =>
  persons.length > 0 &&
  html`<ul class="people">
    ${persons.map(({ name, role, link }) => html`<li>${isWebUrl(link) ? html`<a href="${link}" rel="noopener nofollow">${name}</a>` : name}${role !== '' && html` <span class="soft">${role}</span>`}</li>`)}
  </ul>`;

const tags = ({ categories, explicit, complete }: FeedPodcast, at: PageLanguage): Html => {
  const names = categories.flatMap((id) => appleCategory(id)?.sub ?? appleCategory(id)?.top ?? []);
  return html`<ul class="row" aria-label="${at.words.topics}">
    ${[...new Set(names)].map((name) => html`<li class="tag" lang="en">${name}</li>`)}${explicit && html`<li class="tag" lang="${at.language}">${at.words.explicit}</li>`}${complete && html`<li class="tag" lang="${at.language}">${at.words.complete}</li>`}
  </ul>`;
};

const subscribe = (
  feed: string,
  links: readonly Link[],
  { podcast: { funding, link }, at }: { podcast: FeedPodcast; at: PageLanguage },
): Html =>
  html`<ul class="row" aria-label="${at.words.follow}">
    ${links.map(({ name, url }) => html`<li><a class="pill" href="${url}" rel="noopener">${name}</a></li>`)}
    <li><a class="pill first" href="${feed}">RSS</a></li>
    ${isWebUrl(link) && html`<li><a class="pill" href="${link}" rel="noopener" lang="${at.language}">${at.words.website}</a></li>`}${funding.filter(({ url }) => isWebUrl(url)).map(({ url, label }) => html`<li><a class="pill" href="${url}" rel="noopener">${label}</a></li>`)}
  </ul>`;

const pagination = ({ page: number, pages }: ShowSource, { words }: PageLanguage): Html | false =>
  pages > 1 &&
  html`<nav class="row" aria-label="${words.pages}">
    ${number > 1 && html`<a class="pill" rel="prev" href="?page=${number - 1}">${words.newer}</a>`}<span class="soft"
      >${fill(words.pageOf, { n: number, total: pages })}</span
    >${number < pages && html`<a class="pill" rel="next" href="?page=${number + 1}">${words.older}</a>`}
  </nav>`;

/** What the script of a player says (player/player-face.ts), as JSON. */
export const playerWordsOf = ({ words }: PageLanguage): string => {
  const { play, pause, back, forward, position, speed, unavailable, playOnDevice } = words;
  return JSON.stringify({
    ...{ play, pause, back, forward, position, speed, unavailable, playOnDevice },
    player: words.nowPlaying,
  });
};

/** The shared player of a list. */
const dock = ({ title, image }: FeedPodcast, at: PageLanguage): Html =>
  html`<aside
    class="player docked"
    aria-label="${at.words.nowPlaying}"
    data-words="${playerWordsOf(at)}"
    data-player
    hidden
  >
    <div dir="auto"><a class="now" data-now href=""></a></div>
    <audio preload="none" controls data-show="${title}" data-image="${artThumbnailPath(image)}"></audio>
  </aside>`;

/** A podcast as schema.org data for search engines. */
export const seriesData = ({ config }: Pick<ShowDeps, 'config'>, podcast: FeedPodcast, feed: string): unknown => ({
  '@context': 'https://schema.org',
  '@type': 'PodcastSeries',
  name: podcast.title,
  description: podcast.description || podcast.summary || undefined,
  url: pageUrl(config, podcast),
  webFeed: feed,
  image: artUrl(config, podcast.image) ?? undefined,
  inLanguage: podcast.language,
  author: podcast.author === '' ? undefined : { '@type': 'Person', name: podcast.author },
});
