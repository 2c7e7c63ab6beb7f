import { execFile } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { frequencyOf, positionOf, sweepExpression, sweepSeconds } from '#server/domains/fleet/testing/sweep.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { engineIds, type EngineId } from './engines-on-hosts.ts';

/* A track that says where in it a station is, and which engine plays it: each engine has a copy of its own. */

const toneOf: Record<EngineId, number> = { e1: 700, e2: 1100, e3: 1700 };
/** How far a tone may be off, by its zero crossings. */
const tolerance = 0.04;
const bitrate = 128_000;
/** Two hours, so that no station begins it again during the runs. */
const times = 24;

/** Enough for the sweep; a window is a quarter of a batch. */
const rate = 22_050;
export const windowMs = 100;

/** What a tenth of a second contains: whose sound it is, and which second of the sweep. Undefined at cuts. */
export type HeardWindow = { owner: EngineId | undefined; at: number | undefined };

/** Writes an engine's copy: the sweep on the left, the engine's tone on the right. All copies are of one size. */
export const writeMarkedTrack = async (
  path: string,
  engine: EngineId,
): Promise<{ size: number; durationMs: number }> => {
  await mkdir(dirname(path), { recursive: true });
  const sound = `aevalsrc=${sweepExpression}|0.5*sin(2*PI*${String(toneOf[engine])}*t):sample_rate=44100:duration=${String(sweepSeconds)}`;
  const frames = `-b:a ${String(bitrate / 1000)}k -joint_stereo 0 -reservoir 0 -write_xing 0 -id3v2_version 0`.split(
    ' ',
  );
  const once = `${path}.once.mp3`;
  const mp3 = ['-f', 'lavfi', '-i', sound, '-c:a', 'libmp3lame', ...frames, once];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...mp3]);
  const part = await readFile(once);
  const file = await open(path, 'w');
  for (let count = 0; count < times; count += 1) await file.write(part);
  await file.close();
  const size = part.length * times;
  return { size, durationMs: Math.round((size * 8000) / bitrate) };
};

/** What a recording contains, window by window. */
export const windowsIn = async (mp3: Buffer): Promise<HeardWindow[]> => {
  const raw = await ffmpeg(
    ['-f', 'mp3', '-i', 'pipe:0', '-ac', '2', '-ar', String(rate), '-f', 'f32le', 'pipe:1'],
    mp3,
  );
  const both = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + (raw.length & ~7)));
  const size = (rate * windowMs) / 1000;
  const [left, right] = [new Float32Array(size), new Float32Array(size)];
  const windows: HeardWindow[] = [];
  for (let from = 0; from + size <= both.length / 2; from += size) {
    for (let at = 0; at < size; at += 1) {
      left[at] = both[2 * (from + at)]!;
      right[at] = both[2 * (from + at) + 1]!;
    }
    windows.push({ owner: ownerOf(frequencyOf(right, rate)), at: positionOf(frequencyOf(left, rate)) });
  }
  return windows;
};

const ownerOf = (hz: number): EngineId | undefined =>
  engineIds.find((id) => Math.abs(hz - toneOf[id]) < tolerance * toneOf[id]);
