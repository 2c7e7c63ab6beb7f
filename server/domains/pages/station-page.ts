import { streamUrls } from '#server/domains/stations/stations.service.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { badgeOf, radioWords, requestWords } from '#server/platform/pages/radio-words.ts';
import { page, pageFooter } from '#server/platform/pages/page-shell.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { playedTracks } from '#server/platform/pages/played-tracks.ts';
import { songSearch } from './request-page.ts';
import { stationHead } from './station-head.ts';
import { nextSection } from './next-section.ts';
import {
  aboutSection,
  findUs,
  listenElsewhere,
  peopleSection,
  programmeSection,
  share,
  shows,
} from './station-sections.ts';
import type { StationSource } from './station-source.ts';

/** A station's public page; it works without scripts, which add the player that doesn't stop and what plays now. */
export const stationPage = (deps: StationPageDeps, source: StationSource, at: PageLanguage): string => {
  const { station, terms, privacy } = source;
  const links = [
    { text: at.words.terms, url: terms },
    { text: at.words.privacy, url: privacy },
  ];
  return page(
    deps,
    stationHead(deps, source, at),
    html`<main class="wrap station">
      ${stage(deps, source, at)} ${requestSection(deps, source, at)} ${recentlyPlayed(deps, source, at)}
      ${aboutSection(source, at)} ${nextSection(source, { at, names: 'presenters' })} ${programmeSection(source, at)}
      ${shows(deps, source, at)} ${peopleSection(deps, source, at)}
      <div class="columns">${findUs(source, at)} ${listenElsewhere(deps, source, at)} ${share(deps, source, at)}</div>
      ${pageFooter(deps, { copyright: station.name, links: links.filter(({ url }) => url !== '') })}
      <p class="offline" role="status" data-offline hidden><bdi>${at.words.offline}</bdi></p>
    </main>`,
  );
};

/** Pictures, name and slogan of the station, with its player. */
const stage = (deps: StationPageDeps, source: StationSource, at: PageLanguage): Html => {
  const { station } = source;
  const background = fullImageUrl(deps, station.background);
  const logo = fullImageUrl(deps, station.logo);
  return html`<header class="stage">
    ${background !== null && html`<img class="backdrop" src="${background}" width="420" height="300" alt="" fetchpriority="high" />`}
    <div class="name">
      ${square(deps, logo, { alt: station.name, isLazy: false })}
      <div ${writtenIn(at, station.language)}>
        <h1>${station.name}</h1>
        ${station.description !== '' && html`<p class="lead">${station.description}</p>`}
      </div>
    </div>
    ${player(deps, source, at)}
  </header>`;
};

/** The player: a link to the stream and the browser's own player, which the script replaces by the button. */
const player = (deps: StationPageDeps, { station, playing }: StationSource, at: PageLanguage): Html => {
  const { stream_url, hls_url } = streamUrls(station, deps.config);
  const logo = fullImageUrl(deps, station.logo);
  // The logo is above already.
  const picture = playing?.artwork === logo ? null : (playing?.artwork ?? null);
  return html`<section
    class="radio"
    aria-labelledby="playing"
    data-radio
    data-name="${station.name}"
    data-stream="${stream_url}"
    data-hls="${hls_url}"
    data-live="${deps.config.publicUrl}/live/${station.streamname}/events"
    data-words="${radioWords(at)}"
  >
    <h2 id="playing" class="unseen">${at.words.nowPlaying}</h2>
    <a class="go" href="${stream_url}" data-go>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5.5v13l10.5-6.5z" /></svg>
      <span class="unseen">${at.words.listen}</span></a
    >
    <div class="track">
      <p class="tag" data-badge>${badgeOf(at, playing)}</p>
      <p class="title" dir="auto" data-title>${playing?.track || playing?.title || station.name}</p>
      <p class="soft" dir="auto" data-artist>${playing?.artist}</p>
    </div>
    <img
      class="cover"
      ${picture === null ? html`hidden` : html`src="${picture}"`}
      width="170"
      height="170"
      alt=""
      data-cover
      data-logo="${logo}"
    />
    <noscript><audio controls preload="none" src="${stream_url}"></audio></noscript>
    <p class="state" role="status" data-state></p>
  </section>`;
};

/** The form, which leads to a page without scripts; a script replaces it. */
const requestSection = (
  deps: StationPageDeps,
  { station, takesRequests }: StationSource,
  at: PageLanguage,
): Html | false =>
  takesRequests &&
  html`<section
    class="stack requests"
    aria-labelledby="request"
    data-requests="${deps.config.publicUrl}/live/${station.streamname}"
    data-words="${requestWords(at)}"
  >
    <h2 id="request">${at.words.request}</h2>
    ${songSearch(deps, { station, search: '' }, at)}
  </section>`;

/** The last tracks with the times of the station's zone, which the script shows in the reader's. */
const recentlyPlayed = (deps: StationPageDeps, { station, playing }: StationSource, at: PageLanguage): Html | false => {
  if (!station.show_tracks_playing) return false;
  const history = playing?.history ?? [];
  return html`<section class="stack" aria-labelledby="recent" data-recent ${history.length === 0 && html`hidden`}>
    <h2 id="recent">${at.words.history}</h2>
    ${playedTracks(history, { at, zone: station.default_timezone, logo: fullImageUrl(deps, station.logo) })}
  </section>`;
};
