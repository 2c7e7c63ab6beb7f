import type { Brand } from '#contract/rules/brand.ts';
import { contrastOf, leastContrast, readableOn } from '#contract/api/player-colours.ts';
import { siteModes, siteRadii, type SiteTheme } from '#contract/api/site.ts';

type Mode = 'light' | 'dark';

/** The surfaces of public pages (player/page.css), and the shade of the brand on them. */
const surfaces = {
  light: { ground: '#f7f8fb', paper: '#ffffff', ink: '#14171f', soft: '#555d6e', line: '#dfe3ea', shade: 8 },
  dark: { ground: '#0f1218', paper: '#181c25', ink: '#eef1f6', soft: '#a5aec0', line: '#2c3342', shade: 3 },
} as const;
const radii = { none: '0', sm: '6px', md: '12px', lg: '20px' };

/** The stylesheet of a theme, below the folder of the pages' files: it says everything that the theme can say. */
export const themeFile = ({ accent, mode, radius }: Pick<SiteTheme, 'accent' | 'mode' | 'radius'>): string =>
  `theme/${accent === '' ? 'brand' : accent.slice(1)}-${mode}-${radius}.css`;

const name = new RegExp(`^(brand|[0-9a-f]{6})-(${siteModes.join('|')})-(${siteRadii.join('|')})\\.css$`);

/** The stylesheet with this name; undefined if it isn't one. Accents become lighter or darker until they can be read. */
export const themeCss = ({ theme: { primary } }: Pick<Brand, 'theme'>, file: string): string | undefined => {
  const [, accent = '', mode = '', radius = ''] = name.exec(file) ?? [];
  if (mode === '') return undefined;
  const of = (one: Mode): string => {
    const surface = surfaces[one];
    const chosen = accent === 'brand' ? (primary[surface.shade] ?? '#000000') : `#${accent}`;
    return rules(one, chosen);
  };
  const corners = `--radius:${radii[radius as keyof typeof radii]};`;
  if (mode === 'auto')
    return `:root{${corners}${of('light')}}\n@media (prefers-color-scheme:dark){:root{${of('dark')}}}\n`;
  return `:root{color-scheme:${mode};${corners}${of(mode as Mode)}}\n`;
};

const rules = (mode: Mode, chosen: string): string => {
  const { ground, paper, ink, soft, line } = surfaces[mode];
  // The surface on which it is harder to read.
  const surface = mode === 'light' ? ground : paper;
  const accent = readableOn(surface, chosen, leastContrast.text);
  const onAccent = contrastOf(accent, '#ffffff') >= leastContrast.text ? '#ffffff' : '#0f1218';
  return (
    `--ground:${ground};--paper:${paper};--ink:${ink};--soft:${soft};--line:${line};` +
    `--accent:${accent};--accent-ink:${onAccent};--tint:color-mix(in srgb,${accent} 12%,${paper});`
  );
};
