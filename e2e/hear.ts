import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a player decoded: mono samples. */
export type Sound = { rate: number; samples: Float32Array };

/** A stretch of one tone, or of silence (`hz` 0), in seconds from the beginning of the sound. */
export type Stretch = { hz: number; from: number; to: number };

const rate = 16_000;
const windowS = 0.02;

/** Decodes whatever a stream delivered, as a player would. */
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

/** Which of the given tones is heard when, silence included; a stretch ends where another tone is louder. */
export const heard = (sound: Sound, tones: readonly number[]): Stretch[] => {
  const size = Math.round(sound.rate * windowS);
  const stretches: Stretch[] = [];
  for (let at = 0; at + size <= sound.samples.length; at += size) {
    const hz = loudest(sound.samples.subarray(at, at + size), sound.rate, tones);
    const last = stretches.at(-1);
    if (last && last.hz === hz) last.to = (at + size) / sound.rate;
    else stretches.push({ hz, from: at / sound.rate, to: (at + size) / sound.rate });
  }
  return stretches;
};

/** The tones in the order they were heard for at least `least` seconds each. */
export const order = (stretches: readonly Stretch[], least = 0.3): number[] =>
  stretches
    .filter((stretch) => stretch.hz !== 0 && stretch.to - stretch.from >= least)
    .map((stretch) => stretch.hz)
    .filter((hz, i, all) => all[i - 1] !== hz);

/** The longest silence, in seconds. */
export const longestGap = (stretches: readonly Stretch[]): number =>
  Math.max(0, ...stretches.filter((stretch) => stretch.hz === 0).map((stretch) => stretch.to - stretch.from));

const loudest = (samples: Float32Array, at: number, tones: readonly number[]): number => {
  const energy = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  if (energy < 1e-5) return 0;
  const powers = tones.map((hz) => goertzel(samples, at, hz));
  return tones[powers.indexOf(Math.max(...powers))] ?? 0;
};

const goertzel = (samples: Float32Array, at: number, hz: number): number => {
  const k = 2 * Math.cos((2 * Math.PI * hz) / at);
  let [one, two] = [0, 0];
  for (const sample of samples) [one, two] = [sample + k * one - two, one];
  return one * one + two * two - k * one * two;
};
