import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { framesOf } from './frames.ts';
import { mp4Fragment, mp4Head } from './mp4.ts';

const ffmpeg = (args: string[], input: Uint8Array): Uint8Array =>
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args, 'pipe:1'], {
    input,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
const encode = (args: string[]): Uint8Array =>
  ffmpeg(['-f', 'lavfi', '-i', 'sine=440:duration=2:sample_rate=44100', ...args], new Uint8Array());
const samples = (sound: Uint8Array): number =>
  ffmpeg(['-i', 'pipe:0', '-f', 's16le', '-ac', '1', '-ar', '44100'], sound).length / 2;

test.each([
  ['MP3', ['-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3', '-id3v2_version', '4'], 'mp3', 1152],
  ['MP3 of a low rate', ['-c:a', 'libmp3lame', '-b:a', '32k', '-ar', '22050', '-f', 'mp3'], 'mp3', 576],
  ['AAC', ['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-f', 'adts'], 'mp4a.40.2', 1024],
] as const)('decoders hear the whole of %s in two fragments', (_, args, codec, perFrame) => {
  const bytes = encode([...args]);
  const { kind, frames } = framesOf(bytes);
  expect(kind).toMatchObject({ codec, samples: perFrame });
  const half = Math.floor(frames.length / 2);
  const [first, second] = [frames.slice(0, half), frames.slice(half)];
  const mp4 = Buffer.concat([
    mp4Head(kind!),
    mp4Fragment(bytes, { kind: kind!, frames: first }, { number: 1, at: 0 }),
    mp4Fragment(bytes, { kind: kind!, frames: second }, { number: 2, at: half * perFrame }),
  ]);
  expect(Math.abs(samples(mp4) - samples(bytes)) / 44_100).toBeLessThan(0.1);
});

test('bytes without a frame have no sound', () => {
  expect(framesOf(new Uint8Array(500))).toEqual({ kind: undefined, frames: [] });
});
