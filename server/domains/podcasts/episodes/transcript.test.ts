import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { readTranscript } from './read-transcript.ts';
import { episodeRig, type EpisodeRig } from './testing/episode-rig.ts';

const vtt =
  'WEBVTT\n\nNOTE by hand\n\n1\n00:01.000 --> 00:02.500 align:start\n<v Ada>Hello.\n\n01:00:00.000 --> 01:00:01.000\nBye —\nall\n';
const srt = '1\r\n00:00:01,000 --> 00:00:02,500\r\nHello.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nBye.\r\n';

describe('a transcript', () => {
  it('is WebVTT or SubRip with cues', () => {
    expect(readTranscript(Buffer.from(`\uFEFF${vtt}`))).toMatchObject({
      type: 'text/vtt',
      cues: [
        { from: 1, to: 2.5, text: '<v Ada>Hello.' },
        { from: 3600, to: 3601, text: 'Bye —\nall' },
      ],
    });
    const read = readTranscript(Buffer.from(srt));
    expect([read.type, read.cues.length, read.text.includes('\r')]).toEqual(['application/x-subrip', 2, false]);
    expect(readTranscript(Buffer.from(`\uFEFF${srt}`, 'utf16le')).cues).toHaveLength(2);
  });

  it('with no blank lines between cues gives each cue its own text', () => {
    const lines = Array.from({ length: 60_000 }, () => '00:01.000 --> 00:02.000');
    const { cues } = readTranscript(Buffer.from(`WEBVTT\n\n${lines.join('\n')}\nlast`));
    expect([cues.length, cues[0]?.text, cues.at(-1)?.text]).toEqual([60_000, '', 'last']);
  });

  it.each([
    ['nothing', '', 'it is neither'],
    ['words', 'Once upon a time', 'it is neither'],
    ['no cues', 'WEBVTT\n\nNOTE nothing\n', 'it has no cues'],
    ['times of another kind', 'WEBVTT\n\n1:2 --> 3:4\nA\n', 'line 3'],
    ['an end before its beginning', 'WEBVTT\n\n00:05.000 --> 00:04.000\nA\n', 'ends before it starts'],
    ['a step back', 'WEBVTT\n\n00:05.000 --> 00:06.000\nA\n\n00:04.000 --> 00:06.000\nB\n', 'starts before'],
    ['bytes', Buffer.from([0xff, 0x00, 0x80, 0x81]), 'not UTF-8'],
  ])('is refused: %s', (_name, given, reason) => {
    expect(() => readTranscript(Buffer.from(given as string))).toThrowError(
      expect.objectContaining({
        code: 'episode.transcriptInvalid',
        details: { reason: expect.stringContaining(reason) as string },
      }) as Error,
    );
  });
});

describe('transcripts and chapters', () => {
  let rig: EpisodeRig;
  let key: EpisodeKey;
  beforeAll(async () => {
    rig = await episodeRig();
    key = await rig.portal.make.episode(rig.podcast, { published: new Date(Date.now() - 1000) });
    await rig.portal.kernel.db
      .updateTable('episodes')
      .set({ audio: 'episodes/audio/x.mp3', audio_ms: 60_000 })
      .where('key', '=', key)
      .execute();
  });
  afterAll(() => rig.close());

  const fetchExtra = async (name: string) => fetch(`${rig.portal.url}/episodes/${key}/${name}`);
  const put = (text: string) =>
    rig.client.call(episodes.setTranscript, {
      params: { podcastKey: rig.podcast, episodeKey: key },
      file: new Blob([text]),
    });

  it('are public while the episode is', async () => {
    expect((await put('no')).json.error.code).toBe('episode.transcriptInvalid');
    expect((await put(vtt)).json.transcript).toEqual({
      type: 'text/vtt',
      url: `http://portal.test/episodes/${key}/transcript.vtt`,
    });
    const reply = await fetchExtra('transcript.vtt');
    expect([reply.headers.get('content-type'), reply.headers.get('access-control-allow-origin')]).toEqual([
      'text/vtt; charset=utf-8',
      '*',
    ]);
    expect(await reply.text()).toBe(vtt);
    expect((await put(srt)).json.transcript?.url).toContain('transcript.srt');
    expect((await fetchExtra('transcript.vtt')).status).toBe(404);
    expect((await fetchExtra('transcript.srt')).status).toBe(200);
    const params = { podcastKey: rig.podcast, episodeKey: key };
    const chapters = [
      { start: 0, title: 'One', url: '' },
      { start: 30.5, title: 'Two', url: 'https://example.com/' },
    ];
    await rig.client.ok(episodes.update, { params, body: { chapters } });
    const document = await fetchExtra('chapters.json');
    expect(document.headers.get('content-type')).toBe('application/json+chapters');
    expect(await document.json()).toMatchObject({
      version: '1.2.0',
      chapters: [
        { startTime: 0, endTime: 30.5, title: 'One' },
        { startTime: 30.5, endTime: 60, title: 'Two', url: 'https://example.com/' },
      ],
    });
    await rig.client.ok(episodes.update, { params, body: { published: false } });
    expect((await fetchExtra('chapters.json')).status).toBe(404);
    expect((await fetchExtra('transcript.srt')).status).toBe(404);
    expect((await rig.client.ok(episodes.removeTranscript, { params })).transcript).toBeNull();
  });
});
