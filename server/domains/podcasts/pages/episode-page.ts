import { html, trusted, type Html } from '#server/platform/pages/html.ts';
import { oembedLink } from '#server/platform/pages/oembed.ts';
import { pageFooter, page } from '#server/platform/pages/page-shell.ts';
import { isWebUrl, oneLine } from '#server/platform/pages/page-text.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import { artUrl, feedUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import { episodeFileUrl, transcriptUrl, type EpisodeRow } from '../episodes/episodes.service.ts';
import type { FeedPodcast } from '../feed/feed.repo.ts';
import { embedCode } from './embed-code.ts';
import type { EpisodeSource } from './page-source.ts';
import { formatClock, isoDuration } from './page-format.ts';
import { coverArt, episodeFacts, feedLink, listItem, peopleList, seriesData, type ShowDeps } from './show-page.ts';

/** An episode's public page: player, chapters, description, transcript, and the embed code. */
export const episodePage = (deps: ShowDeps, { podcast, episode, others }: EpisodeSource): string => {
  const [feed, show] = [feedUrl(deps.config, podcast), pageUrl(deps.config, podcast)];
  const url = `${show}/${episode.key}`;
  const about = episode.description || episode.summary || episode.subtitle;
  const image = episode.image ?? podcast.image;
  const head = {
    title: `${episode.title} – ${podcast.title}`,
    description: oneLine(about || `An episode of ${podcast.title}.`, 200),
    url,
    image: artUrl(deps.config, image),
    kind: 'music.song' as const,
    language: podcast.language,
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
        <div>
          <p class="soft"><a href="${new URL(show).pathname}">${podcast.title}</a></p>
          <h1>${episode.title}</h1>
          ${episodeFacts(episode, podcast.language)}
          ${episode.subtitle !== '' && html`<p class="lead">${episode.subtitle}</p>`} ${peopleList(episode.persons)}
        </div>
      </header>
      ${playerElement(episode)} ${chapters(episode)} ${notes(episode)} ${transcript(deps, episode)}
      <details>
        <summary lang="en">Share</summary>
        <label class="soft" for="embed" lang="en">Embed code</label
        ><textarea class="code" id="embed" readonly rows="3">${embedCode(deps, episode)}</textarea>
        <p lang="en"><a href="/episodes/${episode.key}.mp3" download>Download episode</a></p>
      </details>
      ${more(show, others, podcast)}
      ${pageFooter(deps, { copyright: podcast.copyright, links: [{ text: 'RSS', url: feed }] })}
    </main>`,
  );
};

/** The player of one episode; without JavaScript the browser's own. */
export const playerElement = (episode: EpisodeRow): Html =>
  html`<div class="player" data-player>
    <audio
      preload="none"
      controls
      src="/episodes/${episode.key}.mp3"
      data-key="${episode.key}"
      data-seconds="${Math.round(episode.audio_ms / 1000)}"
    ></audio>
  </div>`;

const chapters = ({ chapters: all }: EpisodeRow): Html | false =>
  all.length > 0 &&
  html`<section class="stack" aria-labelledby="chapters">
    <h2 id="chapters" lang="en">Chapters</h2>
    <ol class="chapters" data-chapters>
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
const notes = (episode: EpisodeRow): Html | false => {
  const rich = cleanHtml(episode.rich_description);
  const plain = episode.description || episode.summary;
  if (rich === '' && plain === '') return false;
  return html`<section class="stack" aria-labelledby="notes">
    <h2 id="notes" lang="en">About this episode</h2>
    ${rich === '' ? html`<p class="plain">${plain}</p>` : html`<div class="prose">${trusted(rich)}</div>`}
  </section>`;
};

const transcript = ({ config }: ShowDeps, { key, transcript_type }: EpisodeRow): Html | false =>
  transcript_type !== null &&
  html`<details data-transcript>
    <summary lang="en">Transcript</summary>
    <p lang="en">
      <a data-file href="${new URL(transcriptUrl(config, key, transcript_type)).pathname}">Download transcript</a>
    </p>
  </details>`;

/** No play buttons here: the page's player belongs to its own episode. */
const more = (show: string, others: EpisodeSource['others'], { language }: FeedPodcast): Html | false =>
  others.length > 0 &&
  html`<section class="stack" aria-labelledby="more">
    <h2 id="more" lang="en">More episodes</h2>
    <ol class="episodes">
      ${others.map((one) => listItem(show, one, { language, isPlayed: false }))}
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
