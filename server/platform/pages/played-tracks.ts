import type { PlayedTrack } from '#contract/api/live.ts';
import { html, type Html } from './html.ts';
import type { PageLanguage } from './page-language.ts';
import { clockIn } from './page-parts.ts';

type Needs = {
  at: PageLanguage;
  /** The zone of the times. */
  zone: string;
  /** URL of the station's logo, which stands for the picture of a track that has none. */
  logo: string | null;
  /** More attributes of the list, for its script. */
  attributes?: Html | false;
};

/**
 * The list of what a station played, latest first, with the pictures of the tracks that have one. The script shows the times in the
 * reader's zone, and follows (player/station/show-playing.ts).
 */
export const playedTracks = (history: readonly PlayedTrack[], { at, zone, logo, attributes = false }: Needs): Html => {
  const time = clockIn(zone, at.language);
  const pictures = history.map(({ artwork }) => (artwork === logo ? null : artwork));
  const hasPictures = pictures.some((src) => src !== null);
  return html`<ol class="tracks" data-logo="${logo}" ${hasPictures && html`data-pictured`} ${attributes}>
    ${history.map(
      ({ track, artist, started }, place) =>
        html`<li>
          ${started === null ? html`<span></span>` : html`<time datetime="${started}" data-clock>${time(new Date(started))}</time>`}${hasPictures && picture(pictures[place] ?? null)}<span
            ><b>${track}</b>${artist !== '' && html` <span class="soft">${artist}</span>`}</span
          >
        </li>`,
    )}
  </ol>`;
};

/** A box of its size, whether or not the picture is there. */
const picture = (src: string | null): Html =>
  html`<span class="small-art"
    >${src !== null && html`<img src="${src}" width="40" height="40" alt="" loading="lazy" />`}</span
  >`;
