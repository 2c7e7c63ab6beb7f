import type { BlockOf } from '#contract/api/site-blocks.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import { streamUrls, type StationRow } from '#server/domains/stations/stations.service.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { playedTracks } from '#server/platform/pages/played-tracks.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { badgeOf, radioWords } from '#server/platform/pages/radio-words.ts';
import { section, type BlockContext } from './block-context.ts';
import { siteImageUrl, sitePicture } from './site-picture.ts';

/** The first look of a site: cover, logo, name and sentence, with the player of a station. */
export const heroBlock = (block: BlockOf<'hero'>, at: BlockContext): Html => {
  const { deps, source, isFirst } = at;
  const own = writtenIn(at.at, source.content.language);
  const { content, page } = source;
  const station = source.stations.get(block.station);
  const background = fullImageUrl(deps, station?.background ?? null);
  const logo =
    content.theme.logo === null ? fullImageUrl(deps, station?.logo ?? null) : siteImageUrl(deps, content.theme.logo);
  const heading = block.title || (page.path === '' ? content.title : page.title);
  const text = block.text || station?.description || '';
  return html`<header class="stage">
    ${
      content.theme.cover === null
        ? background !== null &&
          html`<img class="backdrop" src="${background}" width="420" height="300" alt="" fetchpriority="high" />`
        : sitePicture(deps, content.theme.cover, { alt: '', sizes: '100vw', isLazy: false, style: 'backdrop' })
    }
    <div class="name">
      ${square(deps, logo, { alt: '', isLazy: false })}
      <div ${own}>
        ${isFirst ? html`<h1>${heading}</h1>` : html`<h2>${heading}</h2>`}
        ${text !== '' && html`<p class="lead">${text}</p>`}
      </div>
    </div>
    ${station && player(deps, { station, at: at.at, playing: source.playing.get(block.station), cta: block.cta })}
  </header>`;
};

type Playing = { station: StationRow; at: PageLanguage; playing: NowPlaying | undefined; cta: string };

/** A link to the stream and the browser's own player, which the script replaces by a button. */
const player = (deps: StationPageDeps, { station, at, playing, cta }: Playing): Html => {
  const { stream_url, hls_url } = streamUrls(station, deps.config);
  const listen = cta || at.words.listen;
  return html`<section
    class="radio"
    aria-label="${station.name}"
    data-radio
    data-name="${station.name}"
    data-stream="${stream_url}"
    data-hls="${hls_url}"
    data-live="${liveUrl(deps, station)}"
    data-words="${radioWords(at, listen)}"
  >
    <a class="go" href="${stream_url}" data-go>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5.5v13l10.5-6.5z" /></svg>
      <span class="unseen">${listen}: ${station.name}</span></a
    >
    <div class="track">
      <p class="tag" data-badge>${badgeOf(at, playing)}</p>
      <p class="title" dir="auto" data-title>${playing?.track || playing?.title || station.name}</p>
      <p class="soft" dir="auto" data-artist>${playing?.artist}</p>
    </div>
    <img
      class="cover"
      ${playing?.artwork ? html`src="${playing.artwork}"` : html`hidden`}
      width="170"
      height="170"
      alt=""
      data-cover
    />
    <noscript><audio controls preload="none" src="${stream_url}"></audio></noscript>
    <p class="state" role="status" data-state></p>
  </section>`;
};

/** What a station played, with the times of its zone; the script shows them in the reader's, and follows. */
export const recentBlock = (block: BlockOf<'recent'>, context: BlockContext): Html | false => {
  const { deps, source, at } = context;
  const station = source.stations.get(block.station);
  if (!station?.show_tracks_playing) return false;
  const history = (source.playing.get(block.station)?.history ?? []).slice(0, block.count);
  return section(
    block,
    { word: at.words.history, at: context },
    playedTracks(history, {
      ...{ at, zone: station.default_timezone, logo: fullImageUrl(deps, station.logo) },
      attributes: html`data-recent data-live="${liveUrl(deps, station)}" data-count="${block.count}"`,
    }),
    { isHidden: history.length === 0 },
  );
};

const liveUrl = ({ config }: StationPageDeps, { streamname }: StationRow): string =>
  `${config.publicUrl}/live/${streamname}/events`;
