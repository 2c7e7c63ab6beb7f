import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPiped, madeAudio } from '#shared/testing/made-audio.ts';

const rate = 44_100;
const windowSamples = 441;

/** Runs ffmpeg to its end; returns its standard output. Tones are made once and copied from then on. */
export const ffmpeg = async (args: string[], input?: Buffer): Promise<Buffer> => {
  const made = input === undefined ? madeAudio(args) : undefined;
  if (made === undefined) return await run(args, input);
  const output = args.at(-1)!;
  if (!isPiped(output)) {
    if (made.isThere) await copyFile(made.path, output);
    else made.keep(await run(args).then(() => output));
    return Buffer.alloc(0);
  }
  if (!made.isThere) {
    const path = join(tmpdir(), randomUUID());
    await writeFile(path, await run(args));
    made.keep(path);
    await rm(path);
  }
  return await readFile(made.path);
};

const run = async (args: string[], input?: Buffer): Promise<Buffer> => {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);
  const parts: Buffer[] = [];
  let errorOutput = '';
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => (errorOutput += part.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`ffmpeg: ${errorOutput}`);
  return Buffer.concat(parts);
};

/** A sine tone as an input of ffmpeg. */
export const tone = (hertz: number, seconds: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=${hertz}:sample_rate=44100:duration=${seconds}`,
];

/** ffmpeg's name of the format to decode. */
export type Container = 'mp3' | 'aac' | 'wav';

/** A span of audio: which tone plays from when to when (ms), `0` for silence. */
export type ToneSpan = { hertz: number; from: number; to: number };

/** Decodes audio like a player and detects which tone plays when, in steps of 10 ms, or of so many samples. */
export const detectTones = async (
  audio: Buffer,
  codec: Container,
  tones: number[],
  step = windowSamples,
): Promise<ToneSpan[]> => {
  const pcm = await decode(audio, codec);
  const spans: ToneSpan[] = [];
  for (let at = 0; at + windowSamples <= pcm.length; at += step) {
    const hertz = strongest(pcm.subarray(at, at + windowSamples), tones);
    // A window says what plays in its middle.
    const from = ((at + (windowSamples - step) / 2) * 1000) / rate;
    const to = from + (step * 1000) / rate;
    const last = spans.at(-1);
    if (last?.hertz === hertz) last.to = to;
    else spans.push({ hertz, from, to });
  }
  return spans;
};

export const decode = async (audio: Buffer, codec: Container): Promise<Float32Array> => {
  const raw = await ffmpeg(
    ['-f', codec, '-i', 'pipe:0', '-ac', '1', '-ar', String(rate), '-f', 'f32le', 'pipe:1'],
    audio,
  );
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + (raw.length & ~3)));
};

/** The longest silence between two tones, ms. */
export const longestGap = (spans: ToneSpan[]): number => {
  const first = spans.findIndex(({ hertz }) => hertz > 0);
  const last = spans.findLastIndex(({ hertz }) => hertz > 0);
  const silences = spans.slice(first, last + 1).filter(({ hertz }) => hertz === 0);
  return Math.max(0, ...silences.map(({ from, to }) => to - from));
};

/** The tones in order, without those shorter than 60 ms. */
export const sequence = (spans: ToneSpan[]): number[] => {
  const long = spans.filter(({ from, to, hertz }) => hertz > 0 && to - from >= 60);
  return long.map(({ hertz }) => hertz).filter((hertz, at, all) => hertz !== all[at - 1]);
};

const strongest = (window: Float32Array, tones: number[]): number => {
  const power = window.reduce((sum, value) => sum + value * value, 0) / window.length;
  if (power < 1e-5) return 0;
  const powers = tones.map((hertz) => goertzel(window, hertz));
  return tones[powers.indexOf(Math.max(...powers))]!;
};

const goertzel = (window: Float32Array, hertz: number): number => {
  const k = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let one = 0;
  let two = 0;
  for (const value of window) {
    const next = value + k * one - two;
    two = one;
    one = next;
  }
  return one * one + two * two - k * one * two;
};
