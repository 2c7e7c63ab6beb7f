import type * as z from 'zod/mini';
import type { AudioEdit } from '#contract/episode.ts';
import type { Waveform } from '#contract/episodes.ts';

type Wave = z.infer<typeof Waveform>;

/**
 * The loudest of each of `columns` equal stretches of what is delivered, 0 to 1: the peaks are of the file as it was
 * uploaded, so what is cut out of that is left out.
 */
export const deliveredPeaks = (
  { duration, perSecond, peaks }: Wave,
  cuts: AudioEdit['cuts'],
  columns: number,
): number[] => {
  const isKept = (second: number): boolean => !cuts.some(({ from, to }) => second >= from && second < to);
  const loud: number[] = [];
  const pieces = Math.min(peaks.length / 2, Math.ceil(duration * perSecond));
  for (let i = 0; i < pieces; i++)
    if (isKept(i / perSecond)) loud.push(Math.max(Math.abs(peaks[2 * i] ?? 0), Math.abs(peaks[2 * i + 1] ?? 0)) / 128);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * loud.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * loud.length) / columns));
    return loud.slice(from, to).reduce((most, one) => Math.max(most, one), 0);
  });
};

/** These as one SVG path of bars, as wide as there are columns and 100 high. */
export const barsPath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, x) => {
      const height = Math.max(1, peak * 100);
      return `M${String(x + 0.5)} ${(50 - height / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join('');
