import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audibleRange } from './cue-points.ts';
import { ffmpegAudio } from './ffmpeg.ts';
import type { RenditionFormat } from './port.ts';

const audio = ffmpegAudio();
const format: RenditionFormat = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 };
/** Debian's package wesnoth-1.16-music. */
const music = '/usr/share/games/wesnoth/1.16/data/core/music';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skywave-joins-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ffmpeg = (...args: string[]): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { maxBuffer: 1e6 });

/** Renders files as the library does and concatenates them as the Auto DJ plays them. */
const prepare = async (paths: readonly string[]): Promise<{ stream: string; loudness: number[]; peaks: number[] }> => {
  const [stream, loudness, peaks]: [string, number[], number[]] = [join(folder, 'stream.mp3'), [], []];
  const parts: Buffer[] = [];
  for (const path of paths) {
    const kind = await audio.identify(path);
    const source = { path, kind, measure: await audio.measure(path, kind, format.channels) };
    const out = join(folder, 'track.mp3');
    await audio.render({ ...source, part: await audio.audiblePart(source, format) }, format, out);
    const measured = await audio.measure(out, 'mp3', format.channels);
    loudness.push(measured.loudness ?? -Infinity);
    peaks.push(measured.truePeak ?? -Infinity);
    parts.push(readFileSync(out));
  }
  writeFileSync(stream, Buffer.concat(parts));
  return { stream, loudness, peaks };
};

/** The lengths (s) of all intervals of decoded audio below −55 dB longer than 0.3 s. */
const deadAir = (path: string): number[] => {
  const find = [
    '-hide_banner',
    '-nostats',
    '-i',
    path,
    '-af',
    'silencedetect=noise=-55dB:duration=0.3',
    '-f',
    'null',
    '-',
  ];
  const log = execFileSync('sh', ['-c', 'exec ffmpeg "$@" 2>&1', 'sh', ...find], { encoding: 'utf8' });
  return [...log.matchAll(/silence_duration: ([\d.]+)/g)].map((found) => Number(found[1]));
};

it('plays tracks without dead air between them, each within 1 LU of the target', { timeout: 300_000 }, async () => {
  const quiet = 'anullsrc=r=44100:cl=stereo';
  const make = (name: string, filter: string, before: number, after: number): string => {
    const path = join(folder, `${name}.flac`);
    const graph = `[1:a]${filter},aformat=sample_rates=44100:channel_layouts=stereo[s];[0:a]atrim=end=${before}[b];[2:a]atrim=end=${after}[e];[b][s][e]concat=n=3:v=0:a=1`;
    const source = 'anoisesrc=d=20:c=pink:r=44100:seed=7';
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      quiet,
      '-f',
      'lavfi',
      '-i',
      source,
      '-f',
      'lavfi',
      '-i',
      quiet,
      '-filter_complex',
      graph,
      path,
    );
    return path;
  };
  const paths = [
    make('long-silences', 'volume=0.5', 2, 3.7),
    make('loud', 'volume=0.9', 0, 1),
    // Faint except for short peaks near full scale, which would limit a static gain.
    make('dynamic', "volume='if(lt(mod(t,2),0.02),2.5,0.4)':eval=frame,alimiter=limit=0.98:level=0", 0.5, 3.1),
    make('faint', 'volume=0.12', 1, 2),
  ];
  const { stream, loudness, peaks } = await prepare(paths);
  expect(deadAir(stream)).toEqual([]);
  for (const one of loudness) expect(Math.abs(one + 16)).toBeLessThanOrEqual(1);
  for (const one of peaks) expect(one).toBeLessThanOrEqual(-0.5);
});

/** Takes minutes of ffmpeg, so it only runs with TEST_REAL_MUSIC. */
const tracks =
  process.env.TEST_REAL_MUSIC !== undefined && existsSync(music)
    ? readdirSync(music)
        .filter((name) => name.endsWith('.ogg'))
        .sort()
        .slice(0, 10)
        .map((name) => join(music, name))
    : [];

describe.skipIf(tracks.length < 10)('ten real tracks (TEST_REAL_MUSIC=1 and the package wesnoth-1.16-music)', () => {
  it('follow each other without dead air, each within 1 LU of the target', { timeout: 900_000 }, async () => {
    const { stream, loudness } = await prepare(tracks);
    for (const one of loudness) expect(Math.abs(one + 16)).toBeLessThanOrEqual(1);
    expect(deadAir(stream)).toEqual([]);
  });
});

describe('the audible part of a file', () => {
  it('excludes silence at both ends, but not pauses within', () => {
    const log = [
      'silence_start: 0',
      'silence_end: 1.5 | silence_duration: 1.5',
      'silence_start: 30',
      'silence_end: 31 | silence_duration: 1',
      'silence_start: 57',
    ].join('\n');
    expect(audibleRange(log, 60)).toEqual({ from: 1.48, to: 57.1 });
    expect(audibleRange(`${log}\nsilence_end: 60 | silence_duration: 3`, 60)).toEqual({ from: 1.48, to: 57.1 });
    expect(audibleRange('', 60)).toEqual({ from: 0, to: 60 });
    expect(audibleRange('silence_start: 0', 60)).toEqual({ from: 0, to: 60 });
  });
});
