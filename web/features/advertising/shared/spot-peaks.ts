/** The loudest sample, 0–1, of each of `columns` equal parts of the audio. */
export const peaksOf = (samples: Float32Array, columns: number): number[] =>
  Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * samples.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * samples.length) / columns));
    const step = Math.max(1, Math.floor((to - from) / 200));
    let most = 0;
    for (let i = from; i < to; i += step) most = Math.max(most, Math.abs(samples[i] ?? 0));
    return Math.min(1, most);
  });

/** Peaks as an SVG path of bars, one unit wide each and 100 high. */
export const barsPath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, x) => {
      const height = Math.max(1, peak * 96);
      return `M${String(x + 0.5)} ${(50 - height / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join('');

/** The start of the part that plays, so that the whole part lies within the file; seconds, to a tenth. */
export const clampStart = (from: number, duration: number, window: number): number =>
  Math.round(Math.min(Math.max(0, from), Math.max(0, duration - window)) * 10) / 10;
