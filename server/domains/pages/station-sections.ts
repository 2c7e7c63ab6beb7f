import { socialNames, socialPlatforms } from '#contract/station-profile.ts';
import { artThumbnailPath } from '#server/domains/podcasts/podcasts.service.ts';
import { streamUrls } from '#server/domains/stations/stations.service.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { isWebUrl, localeOf, oneLine } from '#server/platform/pages/page-text.ts';
import { stationCode } from './station-code.ts';
import { clockIn, fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import type { Broadcast, StationSource } from './station-source.ts';

/** The station's story. */
export const aboutSection = ({ station }: StationSource): Html | false =>
  station.about !== '' &&
  html`<section class="stack" aria-labelledby="about">
    <h2 id="about" lang="en">About</h2>
    <p class="plain">${station.about}</p>
  </section>`;

/** The broadcasts of the next days in the station's zone; the script shows them in the reader's. */
export const programmeSection = ({ station, programme, now }: StationSource): Html | false => {
  if (programme.length === 0) return false;
  const time = clockIn(station.default_timezone, station.language);
  const day = new Intl.DateTimeFormat(localeOf(station.language), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: knownZone(station.default_timezone) },
  });
  const row = ({ title, pretty_url, begin, end }: Broadcast) =>
    html`<li>
      <span
        ><time datetime="${new Date(begin).toISOString()}" data-day>${day.format(begin)}</time>
        <time datetime="${new Date(begin).toISOString()}" data-clock>${time(new Date(begin))}</time>–<time
          datetime="${new Date(end).toISOString()}"
          data-clock
          >${time(new Date(end))}</time
        ></span
      ><span
        ><a href="/shows/${pretty_url}">${title}</a
        >${begin <= now && html` <span class="tag" lang="en">Now</span>`}</span
      >
    </li>`;
  return html`<section class="stack" aria-labelledby="programme">
    <h2 id="programme" lang="en">Programme</h2>
    <ol class="tracks wide">
      ${programme.map(row)}
    </ol>
    <p class="soft" lang="en">
      <bdi data-zone>Times in ${knownZone(station.default_timezone).replaceAll('_', ' ')}.</bdi>
    </p>
  </section>`;
};

/** The podcasts of the station. */
export const shows = (deps: StationPageDeps, source: StationSource): Html | false =>
  source.shows.length > 0 &&
  html`<section class="stack" aria-labelledby="shows">
    <h2 id="shows" lang="en">${deps.brand.wording.Podcasts}</h2>
    <ul class="cards">
      ${source.shows.map(
        ({ title, description, language, image, pretty_url }) =>
          html`<li lang="${language}">
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
export const peopleSection = (deps: StationPageDeps, { people }: StationSource): Html | false =>
  people.length > 0 &&
  html`<section class="stack" aria-labelledby="people">
    <h2 id="people" lang="en">People</h2>
    <ul class="faces">
      ${people.map(({ name, pretty_url, avatar }) => {
        const face = html`${square(deps, fullImageUrl(deps, avatar), { alt: '', isLazy: true })}<span>${name}</span>`;
        return html`<li>${pretty_url === null ? face : html`<a href="/people/${pretty_url}">${face}</a>`}</li>`;
      })}
    </ul>
  </section>`;

/** Website, telephone and profiles elsewhere. */
export const findUs = ({ station }: StationSource): Html | false => {
  const social = socialPlatforms.flatMap((place) => {
    const url = station.profile[place] ?? '';
    return isWebUrl(url) ? [{ name: socialNames[place], url }] : [];
  });
  if (!isWebUrl(station.website) && station.phone === '' && social.length === 0) return false;
  return html`<section class="stack" aria-labelledby="find">
    <h2 id="find" lang="en">Find us</h2>
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
export const listenElsewhere = ({ config }: StationPageDeps, { station }: StationSource): Html => {
  const urls = streamUrls(station, config);
  const links = [
    { name: 'M3U', url: urls.m3u_url },
    { name: 'PLS', url: urls.pls_url },
    { name: station.codec === 'aac' ? 'AAC' : 'MP3', url: urls.stream_url },
    { name: 'AAC', url: urls.aac_url },
    { name: 'Low bit rate', url: urls.low_url },
    { name: 'HLS', url: urls.hls_url },
  ];
  return html`<section class="stack" aria-labelledby="elsewhere" lang="en">
    <h2 id="elsewhere">Listen elsewhere</h2>
    <ul class="row">
      ${links.map(({ name, url }) => url !== null && html`<li><a class="pill" href="${url}">${name}</a></li>`)}
    </ul>
  </section>`;
};

/** The page's address and the code of the player, to copy. */
export const share = (deps: StationPageDeps, { station, player }: StationSource): Html =>
  html`<section class="stack" aria-labelledby="share" lang="en">
    <h2 id="share">Share</h2>
    <div class="copy">
      <label for="link">Link</label>
      <input id="link" class="code" readonly dir="ltr" value="${stationPageUrl(deps.config, station)}" />
      <button type="button" class="pill" data-copy="link" hidden>Copy</button>
    </div>
    <details>
      <summary>Player for your website</summary>
      <div class="copy">
        <label for="code">Code</label>
        <textarea id="code" class="code" readonly rows="3" dir="ltr">${stationCode(deps, station, player)}</textarea>
        <button type="button" class="pill" data-copy="code" hidden>Copy</button>
      </div>
    </details>
    <button type="button" class="pill" data-share hidden>Share</button>
  </section>`;
