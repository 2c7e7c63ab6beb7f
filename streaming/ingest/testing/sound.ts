import { spawn } from 'node:child_process';
import { once } from 'node:events';

const rate = 44_100;
const windowSamples = 441;

/** Runs ffmpeg to its end; gives what it wrote to its standard output. */
export async function ffmpeg(args: string[], input?: Buffer): Promise<Buffer> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);
  const parts: Buffer[] = [];
  let complaint = '';
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`ffmpeg: ${complaint}`);
  return Buffer.concat(parts);
}

/** A sine tone as an input of ffmpeg. */
export function tone(hertz: number, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=44100:duration=${seconds}`];
}

/** What ffmpeg calls the kind of sound to decode. */
export type Container = 'mp3' | 'aac' | 'wav';

/** What is heard: which of the tones sounds from when to when (ms), `0` for quiet. */
export type Heard = { hertz: number; from: number; to: number };

/** Decodes sound as a player would and tells which tone sounds when, in steps of 10 ms. */
export async function listen(sound: Buffer, codec: Container, tones: number[]): Promise<Heard[]> {
  const pcm = await decode(sound, codec);
  const heard: Heard[] = [];
  for (let at = 0; at + windowSamples <= pcm.length; at += windowSamples) {
    const hertz = strongest(pcm.subarray(at, at + windowSamples), tones);
    const from = (at * 1000) / rate;
    const to = from + (windowSamples * 1000) / rate;
    const last = heard.at(-1);
    if (last?.hertz === hertz) last.to = to;
    else heard.push({ hertz, from, to });
  }
  return heard;
}

export async function decode(sound: Buffer, codec: Container): Promise<Float32Array> {
  const raw = await ffmpeg(
    ['-f', codec, '-i', 'pipe:0', '-ac', '1', '-ar', String(rate), '-f', 'f32le', 'pipe:1'],
    sound,
  );
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + (raw.length & ~3)));
}

/** The longest quiet stretch between two tones, ms. */
export function longestGap(heard: Heard[]): number {
  const first = heard.findIndex(({ hertz }) => hertz > 0);
  const last = heard.findLastIndex(({ hertz }) => hertz > 0);
  const quiet = heard.slice(first, last + 1).filter(({ hertz }) => hertz === 0);
  return Math.max(0, ...quiet.map(({ from, to }) => to - from));
}

/** The tones heard, in order, leaving out what is shorter than 60 ms. */
export function sequence(heard: Heard[]): number[] {
  const long = heard.filter(({ from, to, hertz }) => hertz > 0 && to - from >= 60);
  return long.map(({ hertz }) => hertz).filter((hertz, at, all) => hertz !== all[at - 1]);
}

function strongest(window: Float32Array, tones: number[]): number {
  const power = window.reduce((sum, value) => sum + value * value, 0) / window.length;
  if (power < 1e-5) return 0;
  const powers = tones.map((hertz) => goertzel(window, hertz));
  return tones[powers.indexOf(Math.max(...powers))]!;
}

function goertzel(window: Float32Array, hertz: number): number {
  const k = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let one = 0;
  let two = 0;
  for (const value of window) {
    const next = value + k * one - two;
    two = one;
    one = next;
  }
  return one * one + two * two - k * one * two;
}
