import type { EmbedColours } from './embed.ts';
import type { PlayerColours } from './player.ts';
import { contrastOf, leastContrast, readableOn, shownColours } from './player-colours.ts';

/** All colours of a player: those that were chosen, readable on the background, and what follows from them. */
export const embedColours = (
  theme: 'light' | 'dark',
  colours: PlayerColours,
  primary: readonly string[],
): EmbedColours => {
  const { background, text, accent } = shownColours(theme, colours, primary);
  return {
    background,
    text,
    soft: readableOn(background, mixed(text, background, 0.7), leastContrast.text),
    line: mixed(text, background, 0.18),
    accent,
    onAccent: contrastOf(accent, '#ffffff') >= contrastOf(accent, '#000000') ? '#ffffff' : '#000000',
  };
};

/** `part` of the first colour, the rest of the second. */
const mixed = (one: string, other: string, part: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number];
      return Math.round(a * part + b * (1 - part))
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
