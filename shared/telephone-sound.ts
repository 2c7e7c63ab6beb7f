/** Samples in a second of a telephone line (G.711). */
export const telephoneRate = 8000;

/**
 * The filter of ffmpeg that makes music and speech fit for a telephone: no bass that only distorts, no treble that can't be
 * heard, and less dynamics. Stations and welcome prompts pass through the same one.
 */
export const telephoneFilter =
  'highpass=f=120,lowpass=f=3400,acompressor=threshold=0.1:ratio=3:attack=10:release=200:makeup=2';
