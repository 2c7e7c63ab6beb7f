import { createDucker, type Ducking } from './ducker.ts';
import { createLimiter } from './limiter.ts';

/** Peaks since the last report, 0 to 1; `gain`: the lowest of the limiter. */
export type Levels = { mic: number; files: number; out: number; gain: number; hearsVoice: boolean; isDucking: boolean };

type Stereo = readonly [Float32Array, Float32Array];

/** The programme: microphone plus files, which give way to it, below −1 dBFS. */
export type Mix = {
  ducking: Ducking;
  /** Mixes so many samples into `out`. */
  process(mic: Stereo, files: Stereo, out: Stereo): void;
  /** The levels since the last call. */
  levels(): Levels;
};

const ceiling = 10 ** (-1 / 20);
const noLevels: Levels = { mic: 0, files: 0, out: 0, gain: 1, hearsVoice: false, isDucking: false };

export const createMix = (sampleRate: number): Mix => {
  const ducker = createDucker(sampleRate);
  const limiter = createLimiter(sampleRate, ceiling);
  let gains = new Float32Array(128);
  let levels = { ...noLevels };
  const mix: Mix = {
    ducking: { byDb: 12, auto: true, talking: false },
    process(mic, files, [left, right]) {
      if (gains.length !== left.length) gains = new Float32Array(left.length);
      ducker.process(mic, gains, mix.ducking);
      for (let index = 0; index < left.length; index++) {
        const gain = gains[index]!;
        left[index] = mic[0][index]! + files[0][index]! * gain;
        right[index] = mic[1][index]! + files[1][index]! * gain;
      }
      levels.mic = Math.max(levels.mic, peakOf(mic));
      levels.files = Math.max(levels.files, peakOf(files));
      levels.gain = Math.min(levels.gain, limiter.process(left, right));
      levels.out = Math.max(levels.out, peakOf([left, right]));
    },
    levels() {
      const report = { ...levels, hearsVoice: ducker.hearsVoice, isDucking: ducker.isDucking };
      levels = { ...noLevels };
      return report;
    },
  };
  return mix;
};

const peakOf = (sound: Stereo): number => {
  let peak = 0;
  for (const side of sound) for (const sample of side) peak = Math.max(peak, Math.abs(sample));
  return peak;
};
