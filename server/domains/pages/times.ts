import { knownZone } from '#server/kernel/time-zone.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { fill, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { clockIn } from '#server/platform/pages/page-parts.ts';
import { localeOf } from '#server/platform/pages/page-text.ts';

/** Writes a day with a begin and an end (ms) on the clocks of a zone; the script shows them on the reader's. */
export const timesIn = (zone: string, { language }: PageLanguage): ((time: { begin: number; end: number }) => Html) => {
  const time = clockIn(zone, language);
  const day = new Intl.DateTimeFormat(localeOf(language), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: knownZone(zone) },
  });
  const written = (at: number): string => new Date(at).toISOString();
  return ({ begin, end }) =>
    html`<time datetime="${written(begin)}" data-day>${day.format(begin)}</time>
      <time datetime="${written(begin)}" data-clock>${time(new Date(begin))}</time>–<time
        datetime="${written(end)}"
        data-clock
        >${time(new Date(end))}</time
      >`;
};

/** Says on whose clocks times are; the script says that they are the reader's. */
export const zoneNote = (zone: string, { words }: PageLanguage): Html =>
  html`<p class="soft">
    <bdi data-zone="${words.yourTimes}">${fill(words.timesIn, { zone: knownZone(zone).replaceAll('_', ' ') })}</bdi>
  </p>`;
