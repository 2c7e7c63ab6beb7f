import type * as z from 'zod/mini';
import type { AudioEdit } from '#contract/api/episode.ts';
import type { Waveform } from '#contract/api/episodes.ts';

type Wave = z.infer<typeof Waveform>;

/**
 * The loudest peak, 0 to 1, of each of `columns` equal intervals of the edited audio; the input peaks belong to the
 * uploaded file, so the cut parts are omitted.
 */
export const deliveredPeaks = (
  { duration, perSecond, peaks }: Wave,
  cuts: AudioEdit['cuts'],
  columns: number,
): number[] => {
  const isDelivered = (second: number): boolean => !cuts.some(({ from, to }) => second >= from && second < to);
  const loud: number[] = [];
  const intervals = Math.min(peaks.length / 2, Math.ceil(duration * perSecond));
  for (let i = 0; i < intervals; i++)
    if (isDelivered(i / perSecond))
      loud.push(Math.max(Math.abs(peaks[2 * i] ?? 0), Math.abs(peaks[2 * i + 1] ?? 0)) / 128);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * loud.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * loud.length) / columns));
    return loud.slice(from, to).reduce((most, one) => Math.max(most, one), 0);
  });
};

/** Peaks as an SVG path of bars, one unit wide each and 100 high. */
export const barsPath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, x) => {
      const height = Math.max(1, peak * 100);
      return `M${String(x + 0.5)} ${(50 - height / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join('');
