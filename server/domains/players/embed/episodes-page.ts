import type { Embed } from '#contract/api/embed.ts';
import { directionOf } from '#contract/rules/text-direction.ts';
import { html, trusted } from '#server/kernel/pages/html.ts';
import { embedStyle, icon, picture, type Look } from './embed-page.ts';

/** The page in the frame of a player of episodes. It has its final geometry before its script runs. */
export const episodesPage = ({ brand, assets, css, oembed }: Look, embed: Embed): string => {
  const { words, settings, episodes, name } = embed;
  const [first] = episodes;
  return html`<!doctype html><html lang="${embed.language}" dir="${directionOf(embed.language)}" data-primary="${brand.theme.primary.join(' ')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${name}</title><meta name="robots" content="noindex"><link rel="alternate" type="application/json+oembed" href="${oembed}"><style>${trusted(embedStyle({ brand, css }, embed))}</style></head><body><main><section id="player" aria-label="${words.player.replace('{name}', name)}" data-state="stopped" data-history data-episodes>
<button id="play" type="button" aria-label="${words.play}">${icon('M8 5.5v13l10.5-6.5z')}</button>
${picture(settings.show.artwork, first?.image ?? null)}
<div class="text"><div class="name"><h1 id="station" dir="auto">${first?.title ?? name}</h1></div><p id="title" dir="auto">${first?.podcast ?? ''}</p><p id="status" role="status" hidden></p></div>
<div class="tools"><input id="seek" type="range" min="0" max="${String(first?.seconds ?? 0)}" value="0" aria-label="${first?.title ?? name}"><span id="time"></span><button id="more" type="button" aria-label="${words.more}" aria-expanded="false" aria-controls="menu">${icon('M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm0 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z')}</button></div>
<ol id="past" aria-label="${name}"></ol>
<p id="said" class="sr" role="status"></p><div id="menu" hidden></div></section></main><script type="application/json" id="data">${trusted(JSON.stringify(embed).replace(/</g, '\\u003c'))}</script><script src="${assets}/player-episodes.js" crossorigin></script></body></html>
`.markup; // oxfmt-ignore
};
