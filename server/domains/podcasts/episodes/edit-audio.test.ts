import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { episodeRig, type EpisodeRig } from './testing/episode-rig.ts';

let rig: EpisodeRig;
beforeAll(async () => {
  rig = await episodeRig({ work: true });
}, 120_000);
afterAll(() => rig.close());

const params = (episodeKey: EpisodeKey) => ({ podcastKey: rig.podcast, episodeKey });
const change = (key: EpisodeKey, body: Record<string, unknown>) =>
  rig.client.ok(episodes.update, { params: params(key), body: body as never });
const edit = async (key: EpisodeKey, cuts: { from: number; to: number }[], level = false) => {
  const { task } = await rig.client.ok(episodes.edit, { params: params(key), body: { cuts, level } });
  expect(await rig.ended(task)).toMatchObject({ status: 'SUCCESS' });
};

describe('an edit', () => {
  const bytes = () => rig.tones([300, 500, 700, 900, 1100, 1300], 1);

  it('cuts audio and chapters, and can be undone from the original file', async () => {
    const key = await rig.add(bytes(), 'six.wav');
    await change(key, {
      chapters: [0, 1, 2.5, 4].map((start) => ({ start, title: `At ${start}`, url: '' })),
    });
    await edit(key, [
      { from: 4, to: 5 },
      { from: 1, to: 3 },
    ]);
    expect(await rig.heard(key)).toEqual([300, 900, 1300]);
    const cut = await rig.get(key);
    expect(cut.edit).toEqual({
      cuts: [
        { from: 1, to: 3 },
        { from: 4, to: 5 },
      ],
      level: false,
    });
    expect(cut.duration).toBe(3);
    // The chapter at 1 s is cut out entirely; the one at 2.5 s continues behind the cut.
    expect(cut.chapters.map(({ start, title }) => [start, title])).toEqual([
      [0, 'At 0'],
      [1, 'At 2.5'],
      [2, 'At 4'],
    ]);
    const probed = rig.probe(await rig.file(key)).chapters;
    expect(probed.map(({ start_time, tags }) => [Number(start_time), tags.title])).toEqual([
      [0, 'At 0'],
      [1, 'At 2.5'],
      [2, 'At 4'],
    ]);
    await edit(key, []);
    expect(await rig.heard(key)).toEqual([300, 500, 700, 900, 1100, 1300]);
    expect((await rig.get(key)).chapters.map(({ start }) => start)).toEqual([0, 3, 5]);
  }, 180_000);

  it('levels audio to −16 LUFS on request', async () => {
    const key = await rig.add(rig.tone('quiet.wav', 1000, 4, ['-af', 'volume=0.1']), 'quiet.wav');
    const loudness = async () => (await rig.deps.audio.measure(await rig.file(key), 'mp3', 2)).loudness!;
    expect(await loudness()).toBeLessThan(-25);
    await edit(key, [], true);
    expect(Math.abs((await loudness()) + 16)).toBeLessThanOrEqual(0.3);
  }, 180_000);

  it('is refused if nothing would remain, without audio, or while a new file is prepared', async () => {
    const empty = await rig.portal.make.episode(rig.podcast);
    const requestEdit = (key: EpisodeKey, cuts: { from: number; to: number }[]) =>
      rig.client.call(episodes.edit, { params: params(key), body: { cuts, level: false } });
    expect((await requestEdit(empty, [])).json.error.code).toBe('episode.noAudio');
    const key = await rig.add(rig.tone('short.mp3', 440, 2), 'short.mp3');
    expect((await requestEdit(key, [{ from: 0, to: 60 }])).json.error.code).toBe('episode.nothingLeft');
    const held = rig.holdNext();
    const coming = await rig.upload(rig.tone('coming.wav', 440, 2), 'coming.wav', key);
    expect((await requestEdit(key, [])).json.error.code).toBe('episode.preparing');
    held.release();
    await rig.ended(coming.json.task);
    expect((await requestEdit(key, [])).status).toBe(202);
  }, 180_000);

  it('returns the peaks of the original file, and signed range-capable links to both files', async () => {
    const key = await rig.add(bytes(), 'six.wav');
    await edit(key, [{ from: 0, to: 5 }]);
    const { duration, perSecond, peaks } = await rig.client.ok(episodes.waveform, { params: params(key) });
    expect([duration, perSecond, peaks.length]).toEqual([6, 20, 240]);
    expect(Math.max(...peaks)).toBeGreaterThan(5);
    const links = await rig.client.ok(episodes.preview, { params: params(key) });
    const anonymous = await rig.portal.as(undefined);
    const whole = Buffer.from(await (await anonymous.send('GET', links.original!)).arrayBuffer());
    expect(whole.equals(bytes())).toBe(true);
    const part = await anonymous.send('GET', links.delivered!, undefined, { range: 'bytes=100-299' });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    const delivered = await readFile(await rig.file(key));
    expect(Buffer.from(await part.arrayBuffer()).equals(delivered.subarray(100, 300))).toBe(true);
    const other = await rig.portal.make.episode(rig.podcast);
    expect((await anonymous.send('GET', links.delivered!.replace(key, other))).status).toBe(404);
    expect((await anonymous.send('GET', `/media/episodes/${key}?token=x`)).status).toBe(401);
  }, 180_000);
});
