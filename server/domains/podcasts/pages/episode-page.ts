import { html, trusted, type Html } from '#server/platform/pages/html.ts';
import { oembedLink } from '#server/platform/pages/oembed.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { pageFooter, page } from '#server/platform/pages/page-shell.ts';
import { isWebUrl, oneLine } from '#server/platform/pages/page-text.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import { artThumbnailPath, artUrl, feedUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import { episodeFileUrl, transcriptUrl, type EpisodeRow } from '../episodes/episodes.service.ts';
import type { FeedPodcast } from '../feed/feed.repo.ts';
import { embedCode } from './embed-code.ts';
import type { EpisodeSource } from './page-source.ts';
import { formatClock, isoDuration } from './page-format.ts';
import {
  coverArt,
  episodeFacts,
  feedLink,
  listItem,
  peopleList,
  playerWordsOf,
  seriesData,
  type ShowDeps,
} from './show-page.ts';

/** An episode's public page: player, chapters, description, transcript, and the embed code. */
export const episodePage = (deps: ShowDeps, { podcast, episode, others }: EpisodeSource, at: PageLanguage): string => {
  const [feed, show] = [feedUrl(deps.config, podcast), pageUrl(deps.config, podcast)];
  const url = `${show}/${episode.key}`;
  const about = episode.description || episode.summary || episode.subtitle;
  const image = episode.image ?? podcast.image;
  const own = { podcast, at };
  const head = {
    title: `${episode.title} – ${podcast.title}`,
    description: oneLine(about || `${episode.title} – ${podcast.title}`, 200),
    url,
    image: artUrl(deps.config, image),
    kind: 'music.song' as const,
    at,
    isHidden: podcast.block || episode.block,
    more: [
      feedLink(podcast, feed),
      oembedLink(deps, url),
      html`<meta property="og:audio" content="${episodeFileUrl(deps.config, episode.key)}" />
        <meta property="og:audio:type" content="audio/mpeg" />`,
    ],
    data: episodeData(deps, podcast, episode),
  };
  return page(
    deps,
    head,
    html`<main class="wrap">
      <header class="hero">
        ${coverArt(deps, image, '', episode.title)}
        <div ${writtenIn(at, podcast.language)}>
          <p class="soft"><a href="${new URL(show).pathname}">${podcast.title}</a></p>
          <h1>${episode.title}</h1>
          ${episodeFacts(episode, at)} ${episode.subtitle !== '' && html`<p class="lead">${episode.subtitle}</p>`}
          ${peopleList(episode.persons)}
        </div>
      </header>
      ${playerElement({ podcast, episode }, at)} ${chapters(episode, own)} ${notes(episode, own)}
      ${transcript(deps, episode, at)}
      <details>
        <summary>${at.words.share}</summary>
        <label class="soft" for="embed">${at.words.forWebsite}</label
        ><textarea class="code" id="embed" dir="ltr" readonly rows="3">${embedCode(deps, episode)}</textarea>
        <p><a href="/episodes/${episode.key}.mp3" download>${at.words.download}</a></p>
      </details>
      ${more(show, others, own)}
      ${pageFooter(deps, { copyright: podcast.copyright, links: [{ text: 'RSS', url: feed }] })}
    </main>`,
  );
};

/** The player of one episode; without JavaScript the browser's own. */
export const playerElement = (
  { podcast, episode }: Pick<EpisodeSource, 'podcast' | 'episode'>,
  at: PageLanguage,
): Html =>
  html`<div class="player" data-words="${playerWordsOf(at)}" data-player>
    <audio
      preload="none"
      controls
      src="/episodes/${episode.key}.mp3"
      data-key="${episode.key}"
      data-seconds="${Math.round(episode.audio_ms / 1000)}"
      data-title="${episode.title}"
      data-show="${podcast.title}"
      data-image="${artThumbnailPath(episode.image ?? podcast.image)}"
      ${episode.chapters.length > 0 && html`data-chapters-url="/episodes/${episode.key}/chapters.json"`}
    ></audio>
  </div>`;

type Own = { podcast: FeedPodcast; at: PageLanguage };

const chapters = ({ chapters: all }: EpisodeRow, { podcast, at }: Own): Html | false =>
  all.length > 0 &&
  html`<section class="stack" aria-labelledby="chapters">
    <h2 id="chapters">${at.words.chapters}</h2>
    <ol class="chapters" ${writtenIn(at, podcast.language)} data-chapters>
      ${all.map(
        ({ start, title, url }) =>
          html`<li>
            <a href="#t=${Math.floor(start)}" data-start="${start}"
              ><time>${formatClock(start)}</time><span>${title}</span></a
            >${isWebUrl(url) && html` <a href="${url}" rel="noopener nofollow">${new URL(url).hostname}</a>`}
          </li>`,
      )}
    </ol>
  </section>`;

/** Sanitizes stored rich text again, as it may predate the current rules. */
const notes = (episode: EpisodeRow, { podcast, at }: Own): Html | false => {
  const rich = cleanHtml(episode.rich_description);
  const plain = episode.description || episode.summary;
  if (rich === '' && plain === '') return false;
  const own = writtenIn(at, podcast.language);
  return html`<section class="stack" aria-labelledby="notes">
    <h2 id="notes">${at.words.about}</h2>
    ${rich === '' ? html`<p class="plain" ${own}>${plain}</p>` : html`<div class="prose" ${own}>${trusted(rich)}</div>`}
  </section>`;
};

const transcript = (
  { config }: ShowDeps,
  { key, transcript_type }: EpisodeRow,
  { words }: PageLanguage,
): Html | false =>
  transcript_type !== null &&
  html`<details data-transcript>
    <summary>${words.transcript}</summary>
    <p>
      <a data-file href="${new URL(transcriptUrl(config, key, transcript_type)).pathname}">${words.download}</a>
    </p>
  </details>`;

/** No play buttons here: the page's player belongs to its own episode. */
const more = (show: string, others: EpisodeSource['others'], { podcast, at }: Own): Html | false =>
  others.length > 0 &&
  html`<section class="stack" aria-labelledby="more">
    <h2 id="more">${at.words.moreEpisodes}</h2>
    <ol class="episodes">
      ${others.map((one) => listItem(show, one, { podcast, at, isPlayed: false }))}
    </ol>
  </section>`;

const episodeData = (deps: ShowDeps, podcast: FeedPodcast, episode: EpisodeRow): unknown => ({
  '@context': 'https://schema.org',
  '@type': 'PodcastEpisode',
  name: episode.title,
  description: episode.description || undefined,
  url: `${pageUrl(deps.config, podcast)}/${episode.key}`,
  datePublished: episode.publish_date?.toISOString(),
  timeRequired: isoDuration(episode.audio_ms),
  episodeNumber: episode.episode ?? undefined,
  image: artUrl(deps.config, episode.image ?? podcast.image) ?? undefined,
  associatedMedia: {
    '@type': 'MediaObject',
    contentUrl: episodeFileUrl(deps.config, episode.key),
    encodingFormat: 'audio/mpeg',
    contentSize: String(episode.audio_size),
  },
  partOfSeries: seriesData(deps, podcast, feedUrl(deps.config, podcast)),
});
