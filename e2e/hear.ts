import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Decoded audio: mono samples. */
export type Sound = { rate: number; samples: Float32Array };

/** A time range with one tone, or with silence (`hz` 0), in seconds from the start of the audio. */
export type Stretch = { hz: number; from: number; to: number };

const rate = 16_000;
const windowS = 0.02;

/** Decodes what a stream delivered, as a player would. */
export const decode = async (encoded: Uint8Array): Promise<Sound> => {
  const args = [
    '-hide_banner',
    '-loglevel',
    'error',
    '-i',
    'pipe:0',
    '-ac',
    '1',
    '-ar',
    String(rate),
    '-f',
    'f32le',
    'pipe:1',
  ];
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  ffmpeg.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  ffmpeg.stdin.on('error', () => undefined);
  ffmpeg.stdin.end(encoded);
  await once(ffmpeg, 'close');
  const pcm = Buffer.concat(chunks);
  const copy = new ArrayBuffer(pcm.length - (pcm.length % 4));
  new Uint8Array(copy).set(pcm.subarray(0, copy.byteLength));
  return { rate, samples: new Float32Array(copy) };
};

/** Which of the given tones sounds when, silence included; a range ends where another tone becomes louder. */
export const heard = (sound: Sound, tones: readonly number[]): Stretch[] => {
  const size = Math.round(sound.rate * windowS);
  const ranges: Stretch[] = [];
  for (let at = 0; at + size <= sound.samples.length; at += size) {
    const hz = loudest(sound.samples.subarray(at, at + size), sound.rate, tones);
    const previous = ranges.at(-1);
    if (previous && previous.hz === hz) previous.to = (at + size) / sound.rate;
    else ranges.push({ hz, from: at / sound.rate, to: (at + size) / sound.rate });
  }
  return ranges;
};

/** The tones in the order in which they sounded, for at least `minSeconds` each. */
export const order = (ranges: readonly Stretch[], minSeconds = 0.3): number[] =>
  ranges
    .filter((range) => range.hz !== 0 && range.to - range.from >= minSeconds)
    .map((range) => range.hz)
    .filter((hz, i, all) => all[i - 1] !== hz);

/** The longest silence, in seconds. */
export const longestGap = (ranges: readonly Stretch[]): number =>
  Math.max(0, ...ranges.filter((range) => range.hz === 0).map((range) => range.to - range.from));

const loudest = (samples: Float32Array, sampleRate: number, tones: readonly number[]): number => {
  const energy = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  if (energy < 1e-5) return 0;
  const powers = tones.map((hz) => goertzel(samples, sampleRate, hz));
  return tones[powers.indexOf(Math.max(...powers))] ?? 0;
};

const goertzel = (samples: Float32Array, sampleRate: number, hz: number): number => {
  const k = 2 * Math.cos((2 * Math.PI * hz) / sampleRate);
  let [one, two] = [0, 0];
  for (const sample of samples) [one, two] = [sample + k * one - two, one];
  return one * one + two * two - k * one * two;
};
