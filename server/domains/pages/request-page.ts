import {
  songRequestLimits,
  type OwnSongRequest,
  type RequestableSongs,
  type SongRequestState,
} from '#contract/song-requests.ts';
import type { StationRow } from '#server/domains/stations/stations.service.ts';
import { html, trusted, type Html } from '#server/platform/pages/html.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { page, pageFooter, type PageHead } from '#server/platform/pages/page-shell.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';

/** What a listener reads about their request. */
export const songRequestTexts: Record<SongRequestState, string> = {
  waiting: 'The station received your request and will decide about it.',
  approved: 'Your song will play soon.',
  playing: 'Your song is playing now.',
  played: 'Your song was played.',
  refused: 'The station did not take this request.',
  removed: 'The station did not play this request.',
  expired: 'The station did not decide about this request in time.',
};

/** How often the page of a request reloads itself while it is undecided, seconds. */
const reloadS = 20;

/** The path, on the portal, of the page where a station's songs are requested. */
export const requestPath = ({ pretty_url }: Pick<StationRow, 'pretty_url'>): string => `/radio/${pretty_url}/request`;

/** The search for a song: in a station's page, and alone. It works without scripts. */
export const songSearch = ({ config }: StationPageDeps, station: StationRow, search: string): Html =>
  html`<form class="ask" method="get" action="${config.publicUrl}${requestPath(station)}" role="search" lang="en">
    <label for="song">Title or artist</label>
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
    <button class="pill first" type="submit">Search</button>
  </form>`;

type Asked = { search: string; found: RequestableSongs; problem: string };

/** The page where a listener searches a song and requests it, without scripts. */
export const requestPage = (deps: StationPageDeps, station: StationRow, { search, found, problem }: Asked): string =>
  frame(
    deps,
    station,
    html`${problem !== '' && html`<p class="notice" role="alert" lang="en">${problem}</p>`}
    ${!found.open && problem === '' && html`<p class="notice" role="status" lang="en">${found.reason}</p>`}
    ${found.open && songSearch(deps, station, search)} ${found.open && search !== '' && results(station, search, found)}`,
  );

const results = (station: StationRow, search: string, { songs, messages }: RequestableSongs): Html => {
  if (songs.length === 0) return html`<p class="soft" role="status" lang="en">No song was found. Try another word.</p>`;
  return html`<form class="ask" method="post" action="${requestPath(station)}">
    <input type="hidden" name="q" value="${search}" />
    <fieldset>
      <legend lang="en">Choose a song</legend>
      ${songs.map(
        ({ key, title, artist }) =>
          html`<label class="song"
            ><input type="radio" name="track" value="${key}" required /><span
              ><b dir="auto">${title}</b>${artist !== '' && html` <span class="soft" dir="auto">${artist}</span>`}</span
            ></label
          >`,
      )}
    </fieldset>
    ${field('name', 'Your name (optional)', songRequestLimits.name)}
    ${messages && field('message', 'Message (optional)', songRequestLimits.message)}
    <button class="pill first" type="submit" lang="en">Request</button>
  </form>`;
};

const field = (name: string, label: string, max: number): Html =>
  html`<label for="${name}" lang="en">${label}</label
    ><input id="${name}" name="${name}" maxlength="${max}" autocomplete="off" />`;

/** What became of a request; it reloads itself while that may change. */
export const requestedPage = (deps: StationPageDeps, station: StationRow, request: OwnSongRequest): string => {
  const isOpen = ['waiting', 'approved', 'playing'].includes(request.state);
  return frame(
    deps,
    station,
    html`<p class="lead">
        <b dir="auto">${request.title}</b>${
          request.artist !== '' && html` <span class="soft" dir="auto">${request.artist}</span>`
        }
      </p>
      <p role="status" lang="en">${songRequestTexts[request.state]}</p>
      <p lang="en"><a class="pill" href="${requestPath(station)}">Request another song</a></p>`,
    isOpen ? [trusted(`<meta http-equiv="refresh" content="${String(reloadS)}">`)] : [],
  );
};

const frame = (deps: StationPageDeps, station: StationRow, body: Html, more: PageHead['more'] = []): string => {
  const head: PageHead = {
    title: `Request a song – ${station.name}`,
    description: `Request a song of ${station.name}.`,
    url: `${deps.config.publicUrl}${requestPath(station)}`,
    ...{ image: null, kind: 'website', language: station.language, isHidden: true, scripts: [], more },
    styles: ['station-page.css'],
  };
  return page(
    deps,
    head,
    html`<main class="wrap station">
      <header class="name">
        ${square(deps, fullImageUrl(deps, station.logo), { alt: `Logo of ${station.name}`, isLazy: false })}
        <div>
          <h1 lang="en">Request a song</h1>
          <p class="lead"><a href="${stationPageUrl(deps.config, station)}">${station.name}</a></p>
        </div>
      </header>
      <section class="stack requests">${body}</section>
      ${pageFooter(deps, { copyright: station.name, links: [] })}
    </main>`,
  );
};
