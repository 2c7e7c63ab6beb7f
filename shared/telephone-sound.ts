/** Samples in a second of a telephone line (G.711). */
export const telephoneRate = 8000;

const filter = ({ from, to }: { from: number; to: number }): string =>
  `highpass=f=${from},lowpass=f=${to},acompressor=threshold=0.1:ratio=3:attack=10:release=200:makeup=2`;

/**
 * The filter of ffmpeg that makes music and speech fit for a telephone: no bass that only distorts, no treble that can't be
 * heard, and less dynamics. Stations and welcome prompts pass through the same one.
 */
export const telephoneFilter = filter({ from: 120, to: 3400 });
/** The same for wideband calls (G.722). */
export const wideFilter = filter({ from: 60, to: 7000 });
