import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { workLibrary } from './library.work.ts';
import { libraryRig, type LibraryRig } from './testing/library-rig.ts';

let rig: LibraryRig;
let media: Awaited<ReturnType<LibraryRig['newLibrary']>>;
let key: TrackKey;
beforeAll(async () => {
  rig = await libraryRig({ work: true });
  media = await rig.newLibrary();
}, 120_000);
afterAll(() => rig.close());

const playedSeconds = async (): Promise<number> => {
  await rig.portal.drain();
  const row = await rig.portal.kernel.db
    .selectFrom('renditions')
    .select('duration_ms')
    .where('track_key', '=', key)
    .executeTakeFirstOrThrow();
  return row.duration_ms / 1000;
};
const cues = async () => (await media.list()).tracks[0]!.cues;
const change = (points: { starts_at?: number | null; ends_at?: number | null }) =>
  media.call(library.update, { params: { key }, body: { title: 'Silent ends', artist: '', album: '', ...points } });

it('detects where the audio starts and ends, and plays only that part', async () => {
  // A second of silence, three of a tone, two of silence.
  const path = join(rig.folder, 'silent-ends.mp3');
  const tone = ['-f', 'lavfi', '-i', 'sine=f=500:d=3:r=44100', '-af', 'adelay=1000,apad=pad_dur=2', '-b:a', '128k'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...tone, path]);
  key = await media.add(readFileSync(path), 'silent-ends.mp3');
  const found = await cues();
  expect(found.from).toBeCloseTo(1, 1);
  expect(found.to).toBeCloseTo(4.1, 0);
  expect(found).toMatchObject({ sound_from: found.from, sound_to: found.to });
  expect(await playedSeconds()).toBeCloseTo(found.to - found.from, 1);
});

it('plays between custom cue points, and returns to the detected ones when they are reset', async () => {
  const found = await cues();
  expect((await change({ starts_at: 2, ends_at: 3.5 })).status).toBe(200);
  await expect.poll(playedSeconds).toBeCloseTo(1.5, 1);
  expect(await cues()).toMatchObject({ from: 2, to: 3.5, sound_from: found.sound_from });
  expect((await change({})).json.cues).toMatchObject({ from: 2, to: 3.5 });
  await change({ starts_at: null, ends_at: null });
  await expect.poll(playedSeconds).toBeCloseTo(found.to - found.from, 1);
});

it('refuses cue points that leave nothing to play, on their field', async () => {
  for (const points of [{ starts_at: 3.8 }, { ends_at: 60 }, { starts_at: 3, ends_at: 2 }]) {
    const { status, json } = await change(points);
    expect([status, Object.keys(json.error.fields ?? {})]).toEqual([400, ['ends_at']]);
  }
});

it('detects cue points of older tracks at startup', async () => {
  const { db } = rig.portal.kernel;
  await db.updateTable('tracks').set({ sound_from_ms: null, sound_to_ms: null }).where('key', '=', key).execute();
  await db
    .updateTable('renditions')
    .set({ from_ms: null, to_ms: null, duration_ms: 6000 })
    .where('track_key', '=', key)
    .execute();
  await workLibrary(rig.deps);
  await expect.poll(playedSeconds).toBeLessThan(4);
  expect((await cues()).from).toBeCloseTo(1, 1);
});
