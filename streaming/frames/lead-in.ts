import type { StreamFormat } from '#contract/engine.ts';

/** Samples of quiet that an encoder and a decoder put before the first sound (LAME; ffmpeg's AAC). */
const delays = { mp3: 1105, aac: 1024 } as const;

/** How many frames at an encoder's beginning hold no sound yet; `before`: samples of quiet, in its rate, that it was given already. */
export function leadInFrames(format: Pick<StreamFormat, 'codec' | 'sample_rate'>, before = 0): number {
  const samples = format.codec === 'aac' ? 1024 : format.sample_rate >= 32_000 ? 1152 : 576;
  return Math.round((delays[format.codec] + before) / samples);
}

/** Samples of quiet at the beginning of what `codec` decodes to: nothing where the container tells how many to leave out. */
export function leadInSamples(codec: string): number {
  return codec === 'mp3' || codec === 'aac' ? delays[codec] : 0;
}
