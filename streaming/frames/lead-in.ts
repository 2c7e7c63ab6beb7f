import type { StreamFormat } from '#contract/engine/engine.ts';

/** Samples of silence that encoder and decoder put before the first audio (LAME; ffmpeg's AAC). */
const delays = { mp3: 1105, aac: 1024 } as const;

/**
 * Frames at an encoder's start that hold no audio yet; `before`: samples of silence, at its rate, already in its input.
 */
export const leadInFrames = (format: Pick<StreamFormat, 'codec' | 'sample_rate'>, before = 0): number => {
  const samples = format.codec === 'aac' ? 1024 : format.sample_rate >= 32_000 ? 1152 : 576;
  return Math.round((delays[format.codec] + before) / samples);
};

/** Samples of silence at the start of what `codec` decodes to: 0 where the container has the number to skip. */
export const leadInSamples = (codec: string): number => (codec === 'mp3' || codec === 'aac' ? delays[codec] : 0);
