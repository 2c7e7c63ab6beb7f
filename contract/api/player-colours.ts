import type { PlayerColours, PlayerContrast, PlayerSettings } from './player.ts';

/* The colours in which a player is shown, and how well they can be read. */

type Theme = 'light' | 'dark';

/** The colours of each theme; its accent is the brand's. */
const themes = {
  light: { background: '#ffffff', text: '#16191d', shade: 6 },
  dark: { background: '#16191d', text: '#f3f5f7', shade: 4 },
} as const;

/** The least contrasts (WCAG 2.2, 1.4.3 and 1.4.11): of texts, and of parts and large signs. */
export const leastContrast = { text: 4.5, accent: 3 } as const;

/** The colours that were chosen, completed by those of the theme; `primary` are the brand's ten shades. */
export const chosenColours = (theme: Theme, colours: PlayerColours, primary: readonly string[]): PlayerColours => {
  const background = colours.background || themes[theme].background;
  return {
    background,
    text: colours.text || clearer(background, themes.light.text, themes.dark.text),
    accent: colours.accent || clearer(background, primary[themes[theme].shade] ?? '', primary[themes.dark.shade] ?? ''),
  };
};

/** The colours as they are shown: text and accent are made lighter or darker until they can be read. */
export const shownColours = (theme: Theme, colours: PlayerColours, primary: readonly string[]): PlayerColours => {
  const chosen = chosenColours(theme, colours, primary);
  return {
    background: chosen.background,
    text: readableOn(chosen.background, chosen.text, leastContrast.text),
    accent: readableOn(chosen.background, chosen.accent, leastContrast.accent),
  };
};

/** The contrasts of the chosen colours, before they are shifted; with the theme `auto` the worse of both. */
export const contrastOfPlayer = (
  { theme, colours }: Pick<PlayerSettings, 'theme' | 'colours'>,
  primary: readonly string[],
): PlayerContrast => {
  const both = (theme === 'auto' ? (['light', 'dark'] as const) : [theme]).map((one) =>
    chosenColours(one, colours, primary),
  );
  const worst = (of: 'text' | 'accent') =>
    Math.floor(Math.min(...both.map((chosen) => contrastOf(chosen.background, chosen[of]))) * 100) / 100;
  const [text, accent] = [worst('text'), worst('accent')];
  return { text, accent, passes: text >= leastContrast.text && accent >= leastContrast.accent };
};

/** The contrast of two colours (`#rrggbb`) by WCAG 2: 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
};

/**
 * A colour of this hue that has at least this contrast on the background: the nearest in lightness (OKLCH), darker or lighter; black
 * or white where no other has it.
 */
export const readableOn = (background: string, colour: string, least: number): string => {
  if (contrastOf(background, colour) >= least) return colour;
  const [l, a, b] = oklabOf(colour);
  for (let step = 0.01; step <= 1; step += 0.01)
    for (const lightness of [l - step, l + step]) {
      if (lightness < 0 || lightness > 1) continue;
      // Towards black and white there is room for less and less colour.
      const room = Math.min(1, lightness / Math.max(l, 0.01), (1 - lightness) / Math.max(1 - l, 0.01));
      const shifted = hexOf([lightness, a * room, b * room]);
      if (contrastOf(background, shifted) >= least) return shifted;
    }
  return clearer(background, '#000000', '#ffffff');
};

const clearer = (background: string, one: string, other: string): string =>
  contrastOf(background, other) > contrastOf(background, one) ? other : one;

type Three = [number, number, number];

const linearOf = (colour: string): Three =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Three;

const luminance = (colour: string): number => {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** From sRGB to OKLab (B. Ottosson, 2020). */
const oklabOf = (colour: string): Three => {
  const [red, green, blue] = linearOf(colour);
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
};

const hexOf = ([lightness, a, b]: Three): string => {
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const linear = [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ];
  return `#${linear.map((part) => byteOf(part).toString(16).padStart(2, '0')).join('')}`;
};

const byteOf = (linear: number): number => {
  const part = linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, part)) * 255);
};
