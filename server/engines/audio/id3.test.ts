import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegAudio } from './ffmpeg.ts';
import type { EpisodeTags } from './port.ts';
import { makeTone } from './testing/test-audio.ts';

const audio = ffmpegAudio();
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'id3-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);
const render = async (name: string): Promise<string> => {
  const source = { path: at(name), kind: 'wav', channels: 2, durationMs: 4000 } as const;
  await audio.renderEpisode(source, { parts: undefined, level: false }, at('out.mp3'));
  return 'out.mp3';
};
const probe = (path: string) =>
  JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', path], {
      encoding: 'utf8',
    }),
  ) as {
    format: { tags?: Record<string, string> };
    streams: { codec_name: string; codec_type: string; width?: number }[];
    chapters: { start_time: string; end_time: string; tags: { title: string } }[];
  };

describe('episode tags', () => {
  const chapters = [
    { startMs: 0, endMs: 1500, title: 'Début — 春', url: '' },
    { startMs: 1500, endMs: 4000, title: 'Two', url: 'https://example.com/a b?q=ü' },
  ];
  const tags: EpisodeTags = {
    title: 'Tïtle 🎙',
    subtitle: 'Sub',
    artist: 'Me & you',
    album: 'The Show',
    date: '2026-11-22',
    episode: 7,
    season: 2,
    chapters,
    cover: undefined,
  };

  it('are written before the frames, with chapters and a cover, and replaced without changing the audio', async () => {
    makeTone(at('sound.wav'), { hz: 440, seconds: 4 });
    const out = await render('sound.wav');
    ffmpeg('-f', 'lavfi', '-i', 'color=red:size=1000x1000', '-frames:v', '1', at('cover.jpg'));
    const cover = readFileSync(at('cover.jpg'));
    const first = await audio.tagEpisode(at(out), { ...tags, cover }, at('tagged.mp3'));
    const found = probe(at('tagged.mp3'));
    expect(found.format.tags).toMatchObject({
      title: 'Tïtle 🎙',
      artist: 'Me & you',
      album: 'The Show',
      genre: 'Podcast',
      date: '2026-11-22',
      track: '7',
    });
    expect(found.chapters.map(({ start_time, end_time, tags: { title } }) => [start_time, end_time, title])).toEqual([
      ['0.000000', '1.500000', 'Début — 春'],
      ['1.500000', '4.000000', 'Two'],
    ]);
    expect(found.streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({
      codec_name: 'mjpeg',
      width: 1000,
    });
    expect(first.size).toBe(readFileSync(at('tagged.mp3')).length);
    const retagged = await audio.tagEpisode(at('tagged.mp3'), { ...tags, title: 'New', chapters: [] }, at('again.mp3'));
    expect(retagged.sha256).not.toBe(first.sha256);
    const rendered = readFileSync(at(out));
    expect(readFileSync(at('again.mp3')).subarray(-rendered.length).equals(rendered)).toBe(true);
    expect(probe(at('again.mp3')).format.tags?.title).toBe('New');
    expect(probe(at('again.mp3')).chapters).toEqual([]);
  });

  it('can have five hundred chapters', async () => {
    const many = Array.from({ length: 500 }, (_none, i) => ({
      startMs: i * 8,
      endMs: i * 8 + 8,
      title: `C${i}`,
      url: '',
    }));
    makeTone(at('sound.wav'), { hz: 440, seconds: 4 });
    const out = await render('sound.wav');
    await audio.tagEpisode(at(out), { ...tags, chapters: many }, at('many.mp3'));
    expect(probe(at('many.mp3')).chapters).toHaveLength(500);
  });
});
