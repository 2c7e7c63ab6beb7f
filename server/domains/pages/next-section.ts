import { html, type Html } from '#server/platform/pages/html.ts';
import type { PageLanguage } from '#server/platform/pages/page-language.ts';
import type { NextTime } from './next-on-air.ts';
import { timesIn, zoneNote } from './times.ts';

/** When presenters are next on the air. `names`: whom, or on which station. */
export const nextSection = (
  { next, now }: { next: readonly NextTime[]; now: number },
  { at, names }: { at: PageLanguage; names: 'presenters' | 'stations' },
): Html | false => {
  const [first] = next;
  if (first === undefined) return false;
  // One zone for the whole list, as a note says which.
  const times = timesIn(first.timezone, at);
  return html`<section class="stack" aria-labelledby="next">
    <h2 id="next">${at.words.next}</h2>
    <ol class="tracks wide">
      ${next.map((one) => {
        const [name, url] =
          names === 'stations'
            ? [one.station, `/radio/${one.station_url}`]
            : [one.name, one.pretty_url && `/people/${one.pretty_url}`];
        return html`<li>
          <span>${times(one)}</span
          ><span
            >${url === null ? html`<bdi>${name}</bdi>` : html`<a href="${url}"><bdi>${name}</bdi></a>`}${one.begin <= now && html` <span class="tag">${at.words.now}</span>`}</span
          >
        </li>`;
      })}
    </ol>
    ${zoneNote(first.timezone, at)}
  </section>`;
};
