import { directionOf } from '#contract/rules/text-direction.ts';
import type { StationRow } from '#server/domains/stations/stations.service.ts';
import { languageOf } from '#server/platform/pages/page-language.ts';
import { oneLine } from '#server/platform/pages/page-text.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { versionOf } from './station-head.ts';

/** The web app manifest of a station's page, as JSON. */
export const stationManifest = ({ brand }: StationPageDeps, station: StationRow): string => {
  const path = `/radio/${station.pretty_url}`;
  const icon = (px: number) => ({
    src: `${path}/icon-${String(px)}.png?v=${versionOf(station)}`,
    sizes: `${String(px)}x${String(px)}`,
    type: 'image/png',
  });
  return JSON.stringify({
    id: path,
    name: station.name,
    short_name: oneLine(station.name, 12),
    description: station.description || undefined,
    lang: station.language,
    dir: directionOf(station.language),
    start_url: path,
    scope: path,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: brand.theme.primary[8],
    categories: ['music', 'entertainment', 'news'],
    icons: [192, 512].flatMap((px) => ['any', 'maskable'].map((purpose) => ({ ...icon(px), purpose }))),
    shortcuts: [{ name: languageOf(brand, station.language).words.listen, url: `${path}?play` }],
  });
};
