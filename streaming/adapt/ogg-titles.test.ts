import { beforeAll, describe, expect, it } from 'vitest';
import { ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { createOggTitles } from './ogg-titles.ts';

type Tags = { artist?: string; title?: string };

const ogg = (encoder: string, tags: Tags): Promise<Buffer> => {
  const metadata = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  return ffmpeg([...tone(440, 1), '-fflags', '+bitexact', '-c:a', encoder, ...metadata, '-f', 'ogg', 'pipe:1']);
};

const titlesOf = (stream: Buffer, step: number): string[] => {
  const titles: string[] = [];
  const reader = createOggTitles((title) => titles.push(title));
  for (let at = 0; at < stream.length; at += step) reader.push(stream.subarray(at, at + step));
  return titles;
};

describe('titles inside of Ogg', () => {
  let first: Buffer;
  let second: Buffer;
  let untitled: Buffer;

  beforeAll(async () => {
    first = await ogg('libvorbis', { artist: 'Ada', title: 'Ülo' });
    second = await ogg('libvorbis', { title: 'Second' });
    untitled = await ogg('libvorbis', {});
  });

  it.each(['libvorbis', 'libopus', 'flac'])('are read from %s', async (encoder) => {
    expect(titlesOf(await ogg(encoder, { artist: 'Ada', title: 'One' }), 1000)).toEqual(['Ada - One']);
  });

  it.each([1, 37, 4096, 1_000_000])('are read from track to track, read %i bytes at a time', (step) => {
    const stream = Buffer.concat([untitled, first, first, second, untitled, untitled]);
    expect(titlesOf(stream, step)).toEqual(['Ada - Ülo', 'Second', '']);
  });

  it('are found after garbage, and garbage has none', () => {
    const rubbish = Buffer.alloc(5000, 'Og');
    expect(titlesOf(Buffer.concat([rubbish, first, rubbish, second]), 512)).toEqual(['Ada - Ülo', 'Second']);
    expect(titlesOf(rubbish, 512)).toEqual([]);
  });

  it('with a hostile length are ignored', () => {
    const hostile = Buffer.from(first);
    hostile.writeUInt32LE(0xffff_fff0, hostile.indexOf('\u0003vorbis') + 7);
    expect(titlesOf(hostile, 512)).toEqual([]);
  });
});
