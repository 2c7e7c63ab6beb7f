/*
 * The dimensions of an audience. A slice belongs to one value of each dimension; the last slice of a session also has
 * the session's length.
 */

/**
 * Dimension → SQL for its value in a row of `slices` or `spots`. Released: stored values must keep their meaning. Columns of
 * few values stay such, as ClickHouse filters and groups them by their numbers.
 */
export const dimensions = {
  country: 'country',
  city: String.raw`concat(country, '\t', region, '\t', city)`,
  device: 'device',
  player: 'player',
  system: 'os',
  output: 'output',
  referer: 'domainWithoutWWW(referer)',
} as const;
export type Dimension = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as Dimension[];

/** Bounds of session lengths in seconds: under 1 minute, 1–5, 5–15, 15–30, 30–60 minutes, 1–2, 2–4 hours, longer. */
export const lengthBounds = [0, 60, 300, 900, 1800, 3600, 7200, 14_400] as const;

/** The length bound of a session that ended with this slice. */
export const lengthBound = `toString(roundDown(
  intDiv(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(started)), 1000), [${lengthBounds.join(',')}]))`;

const pair = ([name, value]: [string, string]): string => `('${name}', toString(${value}))`;

/** The dimensions and values of a slice. */
export const dimensionsOfSlice = `arraySlice([${[
  ...Object.entries(dimensions),
  ['length', lengthBound] as [string, string],
]
  .map(pair)
  .join(', ')}], 1, ${dimensionNames.length} + last)`;

/** The dimensions and values of a spot. */
export const dimensionsOfSpot = `[${Object.entries(dimensions).map(pair).join(', ')}]`;
