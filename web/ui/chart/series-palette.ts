/** The colours of series after the first, which has the brand's, with their hues in degrees. */
const palette = [
  ['orange', 26],
  ['green', 155],
  ['magenta', 295],
  ['cyan', 192],
  ['blue', 221],
  ['crimson', 345],
] as const;

type PaletteColor = (typeof palette)[number][0];

/** Lines whose hues are closer than this can't be told apart. */
const leastDistance = 30;

const shown = 4;

/** The hue of a colour `#rrggbb` in degrees, 0 for grays. */
export const hueOf = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = most - least;
  if (range === 0) return 0;
  const sector = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return sector * 60;
};

/** The colours of the second to the fifth series: those that differ from the first one's, in order. */
export const paletteBeside = (first: string): PaletteColor[] => {
  const hue = hueOf(first);
  const distance = (other: number): number => Math.min((hue - other + 360) % 360, (other - hue + 360) % 360);
  return palette.flatMap(([name, at]) => (distance(at) < leastDistance ? [] : [name])).slice(0, shown);
};
