import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, AutoDjRules, StationDesired } from '#contract/engine/engine.ts';
import { desiredStation, freshKey, mp3Stereo, prepareTrack, startAirRig } from '#streaming/ingest/testing/air-rig.ts';
import { hasSent } from '#streaming/ingest/testing/real-encoder.ts';
import type { Position } from './position.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { createAutoDj } from './autodj.ts';

const frameMs = (1152 * 1000) / 44_100;
/** Monday, 2 March 2026, 8:59:00 in New York. */
const start = Date.UTC(2026, 2, 2, 13, 59);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selector-'));
  const { path } = await prepareTrack(folder, 440, 20);
  await rename(join(folder, path), join(folder, 'sound'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const track = (title: string, artist = title): AutoDjItem => ({
  ...{ key: freshKey('t'), path: 'sound', title, artist, album: '', duration_ms: 20_000 },
});
const rules = (some: Partial<AutoDjRules>): AutoDjRules => ({
  timezone: 'America/New_York',
  jingle_every: 0,
  day_parts: [],
  artist_minutes: 0,
  title_minutes: 0,
  mix_offset: 0,
  mix_speed: 0,
  ...some,
});

/** An Auto DJ whose clock follows its audio. */
const play = (autodj: StationDesired['autodj'], from: { at: number; position?: Position | undefined }) => {
  let frames = 0;
  const started: { title: string; why: string; at: number }[] = [];
  const skipped: string[] = [];
  const now = (): number => from.at + frames * frameMs;
  const dj = createAutoDj({
    ...{ station: 's-1', media: mediaBelow(folder), format: mp3Stereo, clock: { now }, position: from.position },
    started: ({ title }, why) => started.push({ title, why, at: now() }),
    skipped: ({ title }, reason) => skipped.push(`${title}: ${reason}`),
  });
  dj.apply(autodj);
  return {
    dj,
    started,
    skipped,
    now,
    async until(count: number): Promise<void> {
      while (started.length < count) {
        if (dj.pull()) frames++;
        else await breath();
      }
    },
    /** Simulates another source being on the air for a while. */
    pause(ms: number): void {
      frames += Math.round(ms / frameMs);
    },
  };
};

describe('track selection of an Auto DJ', () => {
  const list = ['A', 'B', 'C', 'D', 'E', 'F'].map((title) => track(title));
  const jingles = [{ ...track('jingle'), kind: 'jingle' as const }];
  const others = [track('X'), track('Y')];
  const dayPart = {
    id: 'p1',
    name: 'Morning',
    days: [1],
    from: 9 * 60,
    to: 9 * 60 + 1,
    tracks: others.map(({ key }) => key),
  };
  const autodj = {
    ...{ items: list, others, jingles, shuffle: false, generation: 1 },
    rules: rules({ jingle_every: 3, day_parts: [dayPart], title_minutes: 2 }),
  };

  it('plays with a reason for each track, and can be predicted', async () => {
    const one = play(autodj, { at: start });
    await one.until(1);
    expect(one.dj.next().map(({ title }) => title)).toEqual(['B', 'C', 'jingle']);
    await one.until(9);
    expect(one.started.map(({ title, why }) => `${title} ${why}`)).toEqual([
      'A first',
      'B order',
      'C order',
      'jingle jingle',
      'X playlist:p1',
      'Y playlist:p1',
      'D order',
      'jingle jingle',
      'E order',
    ]);
    expect(one.dj.next().map(({ title }) => title)).toEqual(['F', 'A', 'jingle']);
    one.dj.close();
  });

  it('continues across a restart at any point as if uninterrupted', async () => {
    const whole = play(autodj, { at: start });
    await whole.until(14);
    whole.dj.close();
    for (const broken of [2, 4, 5, 8]) {
      const before = play(autodj, { at: start });
      await before.until(broken);
      const position = JSON.parse(JSON.stringify(before.dj.position())) as Position;
      before.dj.close();
      const after = play(autodj, { at: before.now(), position });
      await after.until(15 - broken);
      expect(after.started.map(({ title, why }) => `${title} ${why}`)).toEqual(
        whole.started.slice(broken - 1).map(({ title, why }) => `${title} ${why}`),
      );
      after.dj.close();
    }
  });

  it('is repeated after a pause during which a playlist that plays alone has started', async () => {
    const one = play(
      { ...autodj, rules: rules({ day_parts: [{ ...dayPart, from: 9 * 60 + 30, to: 10 * 60 }] }) },
      { at: start },
    );
    await one.until(1);
    while (one.now() < start + 18_000) {
      if (one.dj.pull()) one.pause(frameMs);
      else await breath();
    }
    one.pause(40 * 60_000);
    await one.until(2);
    expect(one.started[1]).toMatchObject({ title: 'X', why: 'playlist:p1' });
    one.dj.close();
  });

  it('skips an unreadable jingle or track of another playlist, and reports it', async () => {
    const gone = { path: 'gone' };
    const broken = {
      ...autodj,
      jingles: [{ ...jingles[0]!, ...gone }],
      others: [{ ...others[0]!, ...gone }, others[1]!],
    };
    const one = play(broken, { at: start });
    await one.until(4);
    expect(one.started.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'Y']);
    expect(one.skipped.map((line) => line.split(':')[0])).toEqual(['jingle', 'X']);
    one.dj.close();

    const dead = play({ ...broken, others: others.map((one) => ({ ...one, ...gone })), jingles: [] }, { at: start });
    await dead.until(6);
    expect(dead.started.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    dead.dj.close();
  });
});

it('accepts 10,000 tracks in another order during playback, without interruption', async () => {
  const rig = await startAirRig({ folder });
  const items = Array.from({ length: 10_000 }, (_, at) => track(`Song ${at}`, `Artist ${at % 300}`));
  const ruled = rules({ jingle_every: 4, artist_minutes: 60, title_minutes: 300 });
  const station = desiredStation({ autodj: { items, shuffle: true, generation: 1, rules: ruled } });
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 2500), 'it plays');
  const playing = rig.stations.state(station.key)!.track;
  const before = process.threadCpuUsage();
  rig.stations.apply({ ...station, revision: 2, autodj: { ...station.autodj, items: items.toReversed() } });
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(50);
  await rig.until(hasSent(rig, station, 1500), 'it continues');
  const state = rig.stations.state(station.key)!;
  expect(state.track).toEqual(playing);
  expect(state.next).toHaveLength(3);
  const batches = rig.batches.filter(({ batch }) => batch.station === station.key).map(({ batch }) => batch);
  for (const [at, batch] of batches.entries())
    if (at > 0) expect(batch.at).toBe(batches[at - 1]!.at + batches[at - 1]!.duration);
  await rig.close();
}, 180_000);
