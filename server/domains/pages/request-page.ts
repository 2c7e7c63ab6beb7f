import {
  songRequestLimits,
  type OwnSongRequest,
  type RequestableSongs,
  type SongRequestState,
} from '#contract/api/song-requests.ts';
import type { StationRow } from '#server/domains/stations/stations.service.ts';
import { html, trusted, type Html } from '#server/platform/pages/html.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import type { PageLanguage } from '#server/platform/pages/page-language.ts';
import { page, pageFooter, type PageHead } from '#server/platform/pages/page-shell.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';

/** What a listener reads about their request. */
const stateWords = {
  waiting: 'requestWaiting',
  approved: 'requestApproved',
  playing: 'requestPlaying',
  played: 'requestPlayed',
  ...{ refused: 'requestRefused', removed: 'requestRefused', expired: 'requestRefused' },
} as const satisfies Record<SongRequestState, keyof PageLanguage['words']>;

/** How often the page of a request reloads itself while it is undecided, seconds. */
const reloadS = 20;

/** The path, on the portal, of the page where a station's songs are requested. */
export const requestPath = ({ pretty_url }: Pick<StationRow, 'pretty_url'>): string => `/radio/${pretty_url}/request`;

/** The search for a song: in a station's page, and alone. It works without scripts. */
export const songSearch = (
  { config }: StationPageDeps,
  { station, search }: { station: StationRow; search: string },
  { words }: PageLanguage,
): Html =>
  html`<form class="ask" method="get" action="${config.publicUrl}${requestPath(station)}" role="search">
    <label for="song">${words.requestSearch}</label>
    <input
      id="song"
      name="q"
      type="search"
      value="${search}"
      minlength="2"
      maxlength="${songRequestLimits.search}"
      required
      autocomplete="off"
    />
    <button class="pill first" type="submit">${words.search}</button>
  </form>`;

type Asked = { station: StationRow; search: string; found: RequestableSongs; problem: string };

/** The page where a listener searches a song and requests it, without scripts. */
export const requestPage = (
  deps: StationPageDeps,
  { station, search, found, problem }: Asked,
  at: PageLanguage,
): string =>
  frame(
    deps,
    { station, at },
    html`${problem !== '' && html`<p class="notice" role="alert" lang="en">${problem}</p>`}
    ${!found.open && problem === '' && html`<p class="notice" role="status" lang="en">${found.reason}</p>`}
    ${found.open && songSearch(deps, { station, search }, at)}
    ${found.open && search !== '' && results({ station, search }, found, at)}`,
  );

const results = (
  { station, search }: { station: StationRow; search: string },
  { songs, messages }: RequestableSongs,
  { words }: PageLanguage,
): Html => {
  if (songs.length === 0) return html`<p class="soft" role="status">${words.requestNone}</p>`;
  return html`<form class="ask" method="post" action="${requestPath(station)}">
    <input type="hidden" name="q" value="${search}" />
    <fieldset>
      <legend>${words.request}</legend>
      ${songs.map(
        ({ key, title, artist }) =>
          html`<label class="song"
            ><input type="radio" name="track" value="${key}" required /><span
              ><b dir="auto">${title}</b>${artist !== '' && html` <span class="soft" dir="auto">${artist}</span>`}</span
            ></label
          >`,
      )}
    </fieldset>
    ${field('name', words.requestName, songRequestLimits.name)}
    ${messages && field('message', words.requestMessage, songRequestLimits.message)}
    <button class="pill first" type="submit">${words.requestSend}</button>
  </form>`;
};

const field = (name: string, label: string, max: number): Html =>
  html`<label for="${name}">${label}</label
    ><input id="${name}" name="${name}" maxlength="${max}" autocomplete="off" />`;

/** What became of a request; it reloads itself while that may change. */
export const requestedPage = (
  deps: StationPageDeps,
  { station, request }: { station: StationRow; request: OwnSongRequest },
  at: PageLanguage,
): string => {
  const isOpen = ['waiting', 'approved', 'playing'].includes(request.state);
  return frame(
    deps,
    { station, at },
    html`<p class="lead">
        <b dir="auto">${request.title}</b>${
          request.artist !== '' && html` <span class="soft" dir="auto">${request.artist}</span>`
        }
      </p>
      <p role="status">${at.words[stateWords[request.state]]}</p>
      <p><a class="pill" href="${requestPath(station)}">${at.words.requestAgain}</a></p>`,
    isOpen ? [trusted(`<meta http-equiv="refresh" content="${String(reloadS)}">`)] : [],
  );
};

const frame = (
  deps: StationPageDeps,
  { station, at }: { station: StationRow; at: PageLanguage },
  body: Html,
  more: PageHead['more'] = [],
): string => {
  const head: PageHead = {
    title: `${at.words.request} – ${station.name}`,
    description: `${at.words.request} – ${station.name}`,
    url: `${deps.config.publicUrl}${requestPath(station)}`,
    ...{ image: null, kind: 'website', at, isHidden: true, scripts: [], more },
    styles: ['station-page.css'],
  };
  return page(
    deps,
    head,
    html`<main class="wrap station">
      <header class="name">
        ${square(deps, fullImageUrl(deps, station.logo), { alt: '', isLazy: false })}
        <div>
          <h1>${at.words.request}</h1>
          <p class="lead"><a href="${stationPageUrl(deps.config, station)}">${station.name}</a></p>
        </div>
      </header>
      <section class="stack requests">${body}</section>
      ${pageFooter(deps, { copyright: station.name, links: [] })}
    </main>`,
  );
};
