import { html, type Html } from '#server/platform/pages/html.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { fileOfWidth, imageWidths } from '../image-files.ts';

/** The full URL of an image of a site. */
export const siteImageUrl = ({ config }: Pick<StationPageDeps, 'config'>, name: string): string =>
  `${config.publicUrl}/images/${name}`;

/** An image in the width that the browser needs. */
export const sitePicture = (
  deps: Pick<StationPageDeps, 'config'>,
  name: string,
  at: { alt: string; sizes: string; isLazy: boolean; style?: string },
): Html =>
  html`<img
    ${at.style !== undefined && html`class="${at.style}"`}
    src="${siteImageUrl(deps, fileOfWidth(name, 960))}"
    srcset="
      ${imageWidths.map((width) => `${siteImageUrl(deps, fileOfWidth(name, width))} ${String(width)}w`).join(', ')}
    "
    sizes="${at.sizes}"
    alt="${at.alt}"
    ${at.isLazy ? html`loading="lazy"` : html`fetchpriority="high"`}
  />`;
