import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';
import { createMix, type Mix } from './mix.ts';

const rate = 48_000;
const block = 128;
const tone = (hz: number, level: number, from: number): Float32Array =>
  Float32Array.from({ length: block }, (_, at) => level * Math.sin((2 * Math.PI * hz * (from + at)) / rate));

/** Runs the mix for so many seconds, and returns the level of the files' tone at the end, dB relative to `files`. */
const run = (mix: Mix, seconds: number, levels: { mic: number; files: number }): number => {
  const blocks = Math.ceil((seconds * rate) / block);
  const heard: number[] = [];
  for (let count = 0; count < blocks; count++) {
    const mic = tone(440, levels.mic, count * block);
    const files = tone(1000, levels.files, count * block);
    const out = [new Float32Array(block), new Float32Array(block)] as const;
    mix.process([mic, mic], [files, files], out);
    if (count >= blocks - 75) heard.push(...out[0]);
  }
  return 20 * Math.log10(amplitude(heard, 1000) / levels.files);
};

const amplitude = (samples: readonly number[], hz: number): number => {
  let [re, im] = [0, 0];
  samples.forEach((sample, at) => {
    re += sample * Math.cos((2 * Math.PI * hz * at) / rate);
    im += sample * Math.sin((2 * Math.PI * hz * at) / rate);
  });
  return (2 * Math.hypot(re, im)) / samples.length;
};

describe('talking over files', () => {
  it('lowers them by the stated dB while the microphone hears a voice, and no longer', () => {
    const mix = createMix(rate);
    mix.ducking = { byDb: 12, auto: true, talking: false };
    expect(run(mix, 1, { mic: 0, files: 0.3 })).toBeCloseTo(0, 1);
    expect(run(mix, 1, { mic: 0.2, files: 0.3 })).toBeCloseTo(-12, 1);
    expect(mix.levels()).toMatchObject({ hearsVoice: true, isDucking: true });
    expect(run(mix, 4, { mic: 0.001, files: 0.3 })).toBeCloseTo(0, 1);
    expect(mix.levels()).toMatchObject({ hearsVoice: false, isDucking: false });
  });

  it('lowers them by the button too, and not by voice once that is switched off', () => {
    const mix = createMix(rate);
    mix.ducking = { byDb: 20, auto: false, talking: false };
    expect(run(mix, 1, { mic: 0.2, files: 0.3 })).toBeCloseTo(0, 1);
    mix.ducking = { byDb: 20, auto: false, talking: true };
    expect(run(mix, 1, { mic: 0, files: 0.3 })).toBeCloseTo(-20, 1);
  });
});

describe('the limiter', () => {
  it('never lets a sample pass its ceiling, and leaves quiet sound as it is', () => {
    const limiter = createLimiter(rate, 0.9);
    const noise = Float32Array.from({ length: rate }, (_, at) => Math.sin(at * at * 0.37) * (at % 4800 < 40 ? 4 : 0.2));
    const loud = [noise.slice(), noise.slice()] as const;
    limiter.process(...loud);
    expect(Math.max(...loud[0].map(Math.abs))).toBeLessThanOrEqual(0.900001);
    const quiet = createLimiter(rate, 0.9);
    const sound = tone(440, 0.5, 0);
    const out = [new Float32Array(1024), new Float32Array(1024)] as const;
    out[0].set(sound);
    out[1].set(sound);
    expect(quiet.process(...out)).toBe(1);
    expect([...out[0].slice(quiet.lookAhead, quiet.lookAhead + block)]).toEqual([...sound]);
  });

  it('brings a mix that is too loud down without clipping it', () => {
    const mix = createMix(rate);
    mix.ducking = { byDb: 0, auto: false, talking: false };
    run(mix, 1, { mic: 0.9, files: 0.9 });
    const { out, gain } = mix.levels();
    expect(out).toBeLessThanOrEqual(0.8914);
    expect(gain).toBeLessThan(0.6);
  });
});
