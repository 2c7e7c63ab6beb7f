import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AutoDjItem, EnginePlaylist, StationDesired } from '#contract/engine/engine.ts';
import { mp3Stereo, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import type { Position } from './position.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { createAutoDj } from './autodj.ts';

const frameMs = (1152 * 1000) / 44_100;
const tones = [440, 560, 700, 1100, 1400];
/** Monday, 2 March 2026, 8:59:50 in New York: ten seconds before the hour. */
const start = Date.UTC(2026, 2, 2, 13, 59, 50);

let folder: string;
let tracks: AutoDjItem[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rotation-'));
  tracks = await Promise.all(tones.map((hertz) => prepareTrack(folder, hertz, 1)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const playlist = (id: string, hertz: number[], more: Partial<EnginePlaylist>): EnginePlaylist => ({
  ...{ id, name: id, weight: 1, shuffle: false, exclusive: false, hours: [] },
  tracks: hertz.map((one) => tracks[tones.indexOf(one)]!.key),
  ...more,
});
/** Two tracks of the station's own playlist to one of `charts`; from 9:00 to 9:01 on Mondays `news` plays alone. */
const autodj = (): StationDesired['autodj'] => ({
  items: tracks.slice(0, 2),
  others: tracks.slice(2),
  shuffle: false,
  generation: 1,
  rules: {
    ...{
      timezone: 'America/New_York',
      jingle_every: 0,
      artist_minutes: 0,
      title_minutes: 0,
      mix_offset: 0,
      mix_speed: 0,
    },
    playlist_weight: 2,
    playlists: [
      playlist('charts', [700], {}),
      playlist('news', [1100, 1400], { exclusive: true, hours: [{ days: [1], from: 9 * 60, to: 9 * 60 + 1 }] }),
    ],
  },
});

/** Plays until `to` (ms), by a clock that follows the audio: what is heard, why, and where it would continue. */
const play = async (from: number, to: number, position?: Position) => {
  const frames: Buffer[] = [];
  const reasons: string[] = [];
  const now = (): number => from + frames.length * frameMs;
  const dj = createAutoDj({
    ...{ station: 's-1', media: mediaBelow(folder), format: mp3Stereo, clock: { now }, position },
    started: (_item, why) => reasons.push(why),
    skipped: (item, reason) => expect.fail(`${item.title}: ${reason}`),
  });
  dj.apply(autodj());
  while (now() < to) {
    const frame = dj.pull();
    if (frame) frames.push(frame.buffer.subarray(frame.start, frame.end));
    else await breath();
  }
  const left = JSON.parse(JSON.stringify(dj.position())) as Position;
  const at = now();
  dj.close();
  const spans = await detectTones(Buffer.concat(frames), 'mp3', tones);
  return { spans, heard: sequence(spans), reasons, left, at };
};

it('two playlists take turns 2:1 on the air, one plays alone in its hours, and each track has its reason', async () => {
  const { spans, heard, reasons } = await play(start, start + 16_500);
  expect(heard.slice(0, 9)).toEqual([440, 700, 560, 440, 700, 560, 440, 700, 560]);
  expect(reasons.slice(0, 3)).toEqual(['first', 'playlist:charts', 'order']);
  const news = heard.indexOf(1100);
  const begins = spans.find(({ hertz }) => hertz === 1100)!.from;
  // The track that plays on the hour is finished; tracks last a second.
  expect(begins).toBeGreaterThanOrEqual(9900);
  expect(begins).toBeLessThan(11_200);
  expect(heard.slice(news, news + 4)).toEqual([1100, 1400, 1100, 1400]);
  expect(new Set(reasons.slice(news))).toEqual(new Set(['playlist:news']));
  expect(longestGap(spans)).toBeLessThanOrEqual(60);
});

it('the turns continue after the hours, and after a restart of the engine', async () => {
  const whole = await play(start + 60_000, start + 78_000);
  const turn = whole.heard.findIndex((hertz) => hertz < 1000);
  expect(whole.heard.slice(turn, turn + 3)).toEqual([440, 700, 560]);
  const before = await play(start + 60_000, start + 74_500);
  const after = await play(before.at, start + 78_000, before.left);
  expect([...before.reasons, ...after.reasons.slice(1)].join(' ')).toBe(whole.reasons.join(' '));
  expect(sequence([...before.spans, ...after.spans])).toEqual(whole.heard);
});
