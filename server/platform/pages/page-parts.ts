import type { Config } from '#server/kernel/config.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { imageUrl } from '../images.ts';
import { html, type Html } from './html.ts';
import { brandMark, type PageDeps } from './page-shell.ts';
import { localeOf } from './page-text.ts';

export type StationPageDeps = PageDeps & { config: Config };

/** `14:05` in a zone, as written in a language. */
export const clockIn = (zone: string, language: string): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: knownZone(zone),
  });
  return (at) => format.format(at);
};

/** The full URL of an image of the portal; null without one. */
export const fullImageUrl = ({ config }: Pick<StationPageDeps, 'config'>, image: string | null): string | null => {
  const path = imageUrl(image);
  return path === null ? null : `${config.publicUrl}${path}`;
};

/** A square picture, or the brand's mark without one; the script shows the mark if the picture fails to load, too. */
export const square = (deps: PageDeps, src: string | null, { alt, isLazy }: { alt: string; isLazy: boolean }): Html => {
  if (src === null) return html`<div class="art none">${brandMark(deps)}</div>`;
  return html`<img
      class="art"
      src="${src}"
      width="170"
      height="170"
      alt="${alt}"
      ${isLazy && html`loading="lazy"`}
      data-art
    />
    <div class="art none" hidden>${brandMark(deps)}</div>`;
};
