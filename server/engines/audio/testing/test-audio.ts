import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { madeAudio } from '#shared/testing/made-audio.ts';
import { mp3FrameLength } from '../frames.ts';

/* Test helpers that create and decode audio with ffmpeg. */

const maxOutputBytes = 512 * 1024 * 1024;
const ffmpeg = (args: string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { maxBuffer: maxOutputBytes });

/** Runs ffmpeg, whose output is the last argument, a file: what it makes of its own sources is made once and copied from then on. */
export const makeAudio = (args: string[]): void => {
  const made = madeAudio(args);
  const path = args.at(-1)!;
  if (made?.isThere) return copyFileSync(made.path, path);
  ffmpeg(args);
  made?.keep(path);
};

/** Writes a tone; `extra` are output arguments (tags, codec). */
export const makeTone = (
  path: string,
  tone: { hz: number; seconds: number; volume?: number; rate?: number; channels?: number },
  extra: string[] = [],
): void => {
  const { hz, seconds, volume = 0.3, rate = 44_100, channels = 2 } = tone;
  const copies = Array.from({ length: channels }, (_none, i) => `c${i}=c0`).join('|');
  // Computed once for all channels: each one more takes two thirds as long again.
  const source = `aevalsrc=${volume}*sin(2*PI*${hz}*t):s=${rate}:d=${seconds},pan=${channels}c|${copies}`;
  makeAudio(['-f', 'lavfi', '-i', source, ...extra, path]);
};

/** Writes part of a file, in seconds. */
export const cutAudio = (from: string, to: string, start: number, end: number): void => {
  ffmpeg(['-i', from, '-af', `atrim=start=${start}:end=${end}`, to]);
};

/** The samples of a file, mixed to mono. */
export const decode = (path: string, codec: string, rate = 44_100): Float32Array => {
  const pcm = ffmpeg(['-f', codec, '-i', path, '-ac', '1', '-ar', String(rate), '-f', 'f32le', '-']);
  return new Float32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
};

/** The frequency of a tone by its upward zero crossings. */
export const pitch = (samples: Float32Array, rate = 44_100): number => {
  let crossings = 0;
  for (let i = 1; i < samples.length; i++) if (samples[i - 1]! < 0 && samples[i]! >= 0) crossings++;
  return (crossings * rate) / samples.length;
};

/** The longest gap (ms) in which no sample exceeds `part` of the overall peak, not counting the ends. */
export const longestGap = (samples: Float32Array, part: number, rate = 44_100): number => {
  const peak = samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const loud = (value: number) => Math.abs(value) > peak * part;
  let last = samples.findIndex(loud);
  let longest = 0;
  for (let i = last; i < samples.length; i++) {
    if (!loud(samples[i]!)) continue;
    longest = Math.max(longest, i - last);
    last = i;
  }
  return (longest * 1000) / rate;
};

/** The frames of an MP3 file; throws if there is anything between them. */
export const mp3Frames = (path: string): { bytes: Buffer; offsets: number[] } => {
  const bytes = readFileSync(path);
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; at += mp3FrameLength(bytes, at)) {
    if (mp3FrameLength(bytes, at) === 0) throw new Error(`no frame at ${at}`);
    offsets.push(at);
  }
  return { bytes, offsets };
};
