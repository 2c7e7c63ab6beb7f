import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import { desiredStation, freshKey, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, sequence, type ToneSpan } from '#streaming/ingest/testing/audio.ts';
import { hasSent } from '#streaming/ingest/testing/real-encoder.ts';
import { reportedPosition } from './resume.ts';

const stairs = [440, 700, 1100];
const stairMs = 3000;

let rig: AirRig;
/** Three tones of three seconds in one track, and a track with a fourth. */
let long: AutoDjItem;
let after: AutoDjItem;

beforeAll(async () => {
  rig = await startAirRig();
  const parts = await Promise.all(stairs.map((hertz) => prepareTrack(rig.folder, hertz, stairMs / 1000)));
  const whole = Buffer.concat(await Promise.all(parts.map(({ path }) => readFile(join(rig.folder, path)))));
  const key = freshKey<AutoDjItem['key']>('t');
  await writeFile(join(rig.folder, key), whole);
  long = { ...parts[0]!, key, path: key, title: 'Stairs', bytes: whole.length, duration_ms: 3 * stairMs };
  after = await prepareTrack(rig.folder, 1400, 3);
  after = { ...after, bytes: (await stat(join(rig.folder, after.path))).size };
});
afterAll(() => rig.close());

const autodj = (): StationDesired['autodj'] => ({ items: [after, long], shuffle: false, generation: 1 });
const at = (offset_ms: number, own: Partial<AutoDjPosition> = {}): AutoDjPosition => ({
  ...{ generation: 1, track: long.key, index: 1, round: 0, offset_ms, at: Date.now(), playing: false },
  ...own,
});
const hear = async (station: StationDesired, ms: number): Promise<ToneSpan[]> => {
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, ms), 'it plays');
  const spans = await detectTones(rig.audio(station.key), 'mp3', [...stairs, 1400]);
  rig.stations.remove(station.key);
  return spans.filter(({ hertz }) => hertz > 0);
};

it('a station begins in the middle of the track that another engine played, and goes on behind it', async () => {
  const spans = await hear(desiredStation({ autodj: autodj(), resume: at(4000) }), 6500);
  expect(sequence(spans)).toEqual([700, 1100, 1400]);
  expect(Math.abs(spans[0]!.to - spans[0]!.from - 2000)).toBeLessThan(150);
});

it('what has passed since is left out, but not while another source was on the air', async () => {
  const [moving, paused] = [at(1000, { at: Date.now() - 3000, playing: true }), at(1000, { at: Date.now() - 3000 })];
  expect(sequence(await hear(desiredStation({ autodj: autodj(), resume: moving }), 500))).toEqual([700]);
  expect(sequence(await hear(desiredStation({ autodj: autodj(), resume: paused }), 500))).toEqual([440]);
});

it('a track that would be over by now is followed by the next one', async () => {
  const over = at(8000, { at: Date.now() - 60_000, playing: true });
  expect(sequence(await hear(desiredStation({ autodj: autodj(), resume: over }), 1000))).toEqual([1400]);
});

it("an engine's own later position counts, and an older list's is forgotten", async () => {
  const station = desiredStation({ autodj: autodj(), resume: at(4000, { at: Date.now() - 60_000 }) });
  const own = { generation: 1, track: after.key, index: 0, round: 0, offset: 0, offset_ms: 0, playing: false };
  rig.positions.set(station.key, { ...own, at: Date.now() - 1000 });
  expect(sequence(await hear(station, 500))).toEqual([1400]);
  const earlier = desiredStation({ autodj: autodj(), resume: at(4000) });
  rig.positions.set(earlier.key, { ...own, at: Date.now() - 60_000 });
  expect(sequence(await hear(earlier, 500))).toEqual([700]);
  const restarted = desiredStation({ autodj: { ...autodj(), generation: 2 }, resume: at(4000) });
  expect(sequence(await hear(restarted, 500))).toEqual([1400]);
});

it('what an engine reports is what another one continues from, with its rules', async () => {
  const rules = {
    ...{ timezone: 'UTC', jingle_every: 0, mix_offset: 0, mix_speed: 0 },
    artist_minutes: 0,
    title_minutes: 1,
  };
  const station = desiredStation({ autodj: { ...autodj(), rules } });
  await hear(station, 5000);
  const saved = rig.positions.get(station.key)!;
  const reported = AutoDjPosition.parse(JSON.parse(JSON.stringify(reportedPosition(saved))));
  expect(reported).toMatchObject({ track: long.key, index: 1, progress: { last: long.key, list: 'playlist' } });
  expect(reported.offset_ms).toBeGreaterThan(1000);
  const other = desiredStation({
    autodj: { ...autodj(), rules },
    resume: { ...reported, offset_ms: 7000, playing: false },
  });
  expect(sequence(await hear(other, 3500))).toEqual([1100, 1400]);
});
