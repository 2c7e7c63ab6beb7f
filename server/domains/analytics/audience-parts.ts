/*
 * What an audience is told apart by. A slice is part of one of each dimension; the last slice of a session says how
 * long that session was as well.
 */

/** Dimension → how a row of `slices` or `spots` says its value. Released: what is kept under a name keeps its meaning. */
export const dimensions = {
  country: 'toString(country)',
  city: String.raw`concat(country, '\t', region, '\t', city)`,
  device: 'toString(device)',
  player: 'toString(player)',
  system: 'toString(os)',
  output: 'toString(output)',
  referer: 'domainWithoutWWW(referer)',
} as const;
export type Dimension = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as Dimension[];

/** Where session lengths are told apart, seconds: under a minute, 1–5, 5–15, 15–30, 30–60 minutes, 1–2, 2–4 hours, more. */
export const lengthSteps = [0, 60, 300, 900, 1800, 3600, 7200, 14_400] as const;

/** The step that a session is in which ended with this slice. */
export const lengthStep = `toString(roundDown(
  intDiv(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(started)), 1000), [${lengthSteps.join(',')}]))`;

const pair = ([name, value]: [string, string]): string => `('${name}', ${value})`;

/** The dimensions and values of a slice. */
export const partsOfSlice = `arraySlice([${[...Object.entries(dimensions), ['length', lengthStep] as [string, string]]
  .map(pair)
  .join(', ')}], 1, ${dimensionNames.length} + last)`;

/** The dimensions and values of a spot. */
export const partsOfSpot = `[${Object.entries(dimensions).map(pair).join(', ')}]`;
