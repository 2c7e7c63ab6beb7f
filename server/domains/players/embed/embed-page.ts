import type { Brand } from '#contract/rules/brand.ts';
import { embedColours } from '#contract/api/embed-colours.ts';
import type { Embed, EmbedColours } from '#contract/api/embed.ts';
import type { PlayerWords } from '#contract/rules/player-words.ts';
import { directionOf } from '#contract/rules/text-direction.ts';
import { html, trusted, type Html } from '#server/kernel/pages/html.ts';

export type Look = { brand: Pick<Brand, 'theme'>; assets: string; css: string; oembed: string };

/** The style of a player's page: its colours in its theme, and the rules of all players. */
export const embedStyle = (
  { brand, css }: Pick<Look, 'brand' | 'css'>,
  { settings }: Pick<Embed, 'settings'>,
): string => {
  const { theme, colours, radius } = settings;
  const rule = (one: 'light' | 'dark') =>
    `:root{color-scheme:${one};${variables(embedColours(one, colours, brand.theme.primary))}}`;
  const base = `:root{--radius:${String(radius)}px;--font:${brand.theme.fontFamily}}`;
  if (theme !== 'auto') return base + rule(theme) + css;
  return `${base}${rule('light')}@media (prefers-color-scheme:dark){${rule('dark')}}${css}`;
};

const variables = (colours: EmbedColours): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The page in the frame of a player. It has its final geometry before its script runs. */
export const embedPage = ({ brand, assets, css, oembed }: Look, embed: Embed): string => {
  const { words, settings, stations, name } = embed;
  const [station] = stations;
  const title = station?.name ?? name;
  const { show } = settings;
  return html`<!doctype html><html lang="${embed.language}" dir="${directionOf(embed.language)}" data-primary="${brand.theme.primary.join(' ')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${name}</title><meta name="robots" content="noindex"><link rel="alternate" type="application/json+oembed" href="${oembed}"><style>${trusted(embedStyle({ brand, css }, embed))}</style></head><body><main><section id="player" aria-label="${words.player.replace('{name}', title)}" data-state="stopped"${show.history && trusted(' data-history')}>
<button id="play" type="button" aria-label="${words.play}">${icon('M8 5.5v13l10.5-6.5z')}</button>
${picture(show.artwork, station?.logo ?? null)}
<div class="text"><div class="name"><h1 id="station" dir="auto">${title}</h1><span id="badge" hidden></span></div><p id="title" dir="auto" hidden></p><p id="artist" dir="auto" hidden></p><p id="status" role="status" hidden></p><p id="listeners" hidden></p></div>
<div class="tools"><button id="mute" type="button" aria-label="${words.mute}" aria-pressed="false"${hidden(show.volume)}>${icon('M3 9v6h4l5 5V4L7 9H3zm13.5 3A4.5 4.5 0 0 0 14 8v8a4.5 4.5 0 0 0 2.5-4z')}</button><input id="volume" type="range" min="0" max="100" value="100" aria-label="${words.volume}"${hidden(show.volume)}><button id="more" type="button" aria-label="${words.more}" aria-expanded="false" aria-controls="menu">${icon('M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm0 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z')}</button></div>
<ol id="past" tabindex="0" aria-label="${words.history}"></ol>
<button id="ask" type="button">${words.whatPlays}</button><p id="said" class="sr" role="status"></p><div id="menu" hidden></div></section></main><script type="application/json" id="data">${trusted(JSON.stringify(embed).replace(/</g, '\\u003c'))}</script><script src="${assets}/player.js" crossorigin></script></body></html>
`.markup; // oxfmt-ignore
};

export const icon = (line: string): Html =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${line}" /></svg>`;
const hidden = (isShown: boolean): Html => trusted(isShown ? '' : ' hidden');
export const picture = (isShown: boolean, logo: string | null): Html =>
  isShown && logo !== null
    ? html`<img id="art" alt="" width="96" height="96" src="${logo}" />`
    : html`<img id="art" alt="" width="96" height="96" hidden />`;

/** What a website shows instead of a player that is not there. */
export const absentPage = (
  { brand, css }: Pick<Look, 'brand' | 'css'>,
  { language, title, reason }: { language: string; title: string; reason: string },
): { page: string; style: string } => {
  const style = embedStyle({ brand, css }, { settings: absentSettings } as Pick<Embed, 'settings'>);
  const page =
    html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><meta name="robots" content="noindex"><style>${trusted(style)}</style></head><body><main><section id="player" data-off><div class="text"><h1 id="station">${title}</h1><p id="status">${reason}</p></div></section></main></body></html>
`.markup; // oxfmt-ignore
  return { page, style };
};

const absentSettings = { theme: 'auto', colours: { accent: '', background: '', text: '' }, radius: 12 };

/** Title and reason of a player that is not shown. */
export const absenceOf = (
  words: PlayerWords,
  why: 'unknown' | 'removed' | 'inactive',
): { title: string; reason: string } => {
  if (why === 'unknown') return { title: words.notFound, reason: words.notFoundReason };
  if (why === 'removed') return { title: words.removed, reason: words.removedReason };
  return { title: words.switchedOff, reason: words.switchedOffReason };
};
