import { socialNames, socialPlatforms } from '#contract/api/station-profile.ts';
import { artThumbnailPath } from '#server/domains/podcasts/podcasts.service.ts';
import { streamUrls } from '#server/domains/stations/stations.service.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { isWebUrl, oneLine } from '#server/platform/pages/page-text.ts';
import { stationCode } from './station-code.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { timesIn, zoneNote } from './times.ts';
import type { Broadcast, StationSource } from './station-source.ts';

/** The station's story. */
export const aboutSection = ({ station }: StationSource, at: PageLanguage): Html | false =>
  station.about !== '' &&
  html`<section class="stack" aria-labelledby="about">
    <h2 id="about">${at.words.about}</h2>
    <p class="plain" ${writtenIn(at, station.language)}>${station.about}</p>
  </section>`;

/** The broadcasts of the next days in the station's zone; the script shows them in the reader's. */
export const programmeSection = ({ station, programme, now }: StationSource, at: PageLanguage): Html | false => {
  if (programme.length === 0) return false;
  const times = timesIn(station.default_timezone, at);
  const row = (one: Broadcast) =>
    html`<li>
      <span>${times(one)}</span
      ><span
        ><a href="/shows/${one.pretty_url}"><bdi>${one.title}</bdi></a
        >${one.begin <= now && html` <span class="tag">${at.words.now}</span>`}</span
      >
    </li>`;
  return html`<section class="stack" aria-labelledby="programme">
    <h2 id="programme">${at.words.programme}</h2>
    <ol class="tracks wide">
      ${programme.map(row)}
    </ol>
    ${zoneNote(station.default_timezone, at)}
  </section>`;
};

/** The podcasts of the station. */
export const shows = (deps: StationPageDeps, source: StationSource, at: PageLanguage): Html | false =>
  source.shows.length > 0 &&
  html`<section class="stack" aria-labelledby="shows">
    <h2 id="shows">${at.words.podcasts}</h2>
    <ul class="cards">
      ${source.shows.map(
        ({ title, description, language, image, pretty_url }) =>
          html`<li ${writtenIn(at, language)}>
            <a href="/shows/${pretty_url}"
              >${square(deps, artThumbnailPath(image), { alt: '', isLazy: true })}
              <h3>${title}</h3></a
            >
            <p class="excerpt">${oneLine(description, 140)}</p>
          </li>`,
      )}
    </ul>
  </section>`;

/** The station's public radio personalities. */
export const peopleSection = (deps: StationPageDeps, { people }: StationSource, at: PageLanguage): Html | false =>
  people.length > 0 &&
  html`<section class="stack" aria-labelledby="people">
    <h2 id="people">${at.words.people}</h2>
    <ul class="faces">
      ${people.map(({ name, pretty_url, avatar }) => {
        const face = html`${square(deps, fullImageUrl(deps, avatar), { alt: '', isLazy: true })}<span>${name}</span>`;
        return html`<li>${pretty_url === null ? face : html`<a href="/people/${pretty_url}">${face}</a>`}</li>`;
      })}
    </ul>
  </section>`;

/** Website, telephone and profiles elsewhere. */
export const findUs = ({ station }: StationSource, at: PageLanguage): Html | false => {
  const social = socialPlatforms.flatMap((place) => {
    const url = station.profile[place] ?? '';
    return isWebUrl(url) ? [{ name: socialNames[place], url }] : [];
  });
  if (!isWebUrl(station.website) && station.phone === '' && social.length === 0) return false;
  return html`<section class="stack" aria-labelledby="find">
    <h2 id="find">${at.words.findUs}</h2>
    <ul class="row">
      ${isWebUrl(station.website) && html`<li><a class="pill" href="${station.website}" rel="noopener">${new URL(station.website).hostname}</a></li>`}
      ${
        station.phone !== '' &&
        html`<li>
          <a class="pill" href="tel:${station.phone.replace(/[^+\d]/g, '')}"><bdi>${station.phone}</bdi></a>
        </li>`
      }
      ${social.map(({ name, url }) => html`<li><a class="pill" href="${url}" rel="me noopener">${name}</a></li>`)}
    </ul>
  </section>`;
};

/** The stream for other players. */
export const listenElsewhere = ({ config }: StationPageDeps, { station }: StationSource, at: PageLanguage): Html => {
  const urls = streamUrls(station, config);
  const links = [
    { name: 'M3U', url: urls.m3u_url },
    { name: 'PLS', url: urls.pls_url },
    { name: station.codec === 'aac' ? 'AAC' : 'MP3', url: urls.stream_url },
    { name: 'AAC', url: urls.aac_url },
    { name: at.words.lowData, url: urls.low_url },
    { name: 'HLS', url: urls.hls_url },
  ];
  return html`<section class="stack" aria-labelledby="elsewhere">
    <h2 id="elsewhere">${at.words.elsewhere}</h2>
    <ul class="row">
      ${links.map(({ name, url }) => url !== null && html`<li><a class="pill" href="${url}">${name}</a></li>`)}
    </ul>
  </section>`;
};

/** The page's address and the code of the player, to copy. */
export const share = (deps: StationPageDeps, { station, player }: StationSource, at: PageLanguage): Html =>
  html`<section class="stack" aria-labelledby="share">
    <h2 id="share">${at.words.share}</h2>
    <div class="copy">
      <label for="link">${at.words.link}</label>
      <input id="link" class="code" readonly dir="ltr" value="${stationPageUrl(deps.config, station)}" />
      <button type="button" class="pill" data-copy="link" data-copied="${at.words.copied}" hidden>
        ${at.words.copyLink}
      </button>
    </div>
    <details>
      <summary>${at.words.forWebsite}</summary>
      <div class="copy">
        <textarea id="code" class="code" aria-label="${at.words.forWebsite}" readonly rows="3" dir="ltr">
${stationCode(deps, station, player)}</textarea>
        <button type="button" class="pill" data-copy="code" data-copied="${at.words.copied}" hidden>
          ${at.words.copyCode}
        </button>
      </div>
    </details>
    <details>
      <summary>QR</summary>
      <img
        class="qr"
        src="/radio/${station.pretty_url}/qr.svg"
        width="160"
        height="160"
        alt="${stationPageUrl(deps.config, station)}"
        loading="lazy"
      />
    </details>
    <button type="button" class="pill" data-share hidden>${at.words.shareWith}</button>
  </section>`;
