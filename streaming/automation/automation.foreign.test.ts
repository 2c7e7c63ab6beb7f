import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { asMp3, plays, hasSent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { missingPrograms } from '#streaming/interop/testing/programs.ts';

const patienceMs = 60_000;
const lacking = missingPrograms(['liquidsoap']);

let rig: AirRig;
let low: AutoDjItem;
let high: AutoDjItem;
let encoder: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startAirRig({ liquidsoap: 'liquidsoap' });
  low = await prepareTrack(rig.folder, 440, 6);
  high = await prepareTrack(rig.folder, 700, 6);
});
afterEach(() => {
  encoder?.kill('SIGKILL');
  for (const { key } of rig.stations.states()) rig.stations.remove(key);
});
afterAll(() => rig.close());

const addStation = (changes: Partial<StationDesired> = {}): StationDesired => {
  const station = desiredStation({
    autodj: { items: [low, high], shuffle: false, generation: 1 },
    automation: { mix_ms: 0, level: false },
    ...changes,
  });
  rig.stations.apply(station);
  return station;
};
const until = (station: StationDesired, source: 'automation' | 'autodj' | 'live') =>
  rig.until(plays(rig, station, source), `${source} plays`, patienceMs);

describe.skipIf(lacking !== '')(lacking === '' ? 'automation' : 'automation (no liquidsoap here)', () => {
  it(
    'plays the schedule of the station in order, with titles and play events, and takes over without a gap',
    { timeout: 2 * patienceMs },
    async () => {
      const station = addStation();
      await until(station, 'automation');
      expect(rig.stations.state(station.key)?.automation).toMatchObject({ state: 'running', reason: '' });
      const hasTitle = (): boolean => rig.stations.state(station.key)?.title === 'Sine - Tone 440';
      await rig.until(hasTitle, 'the first title is reported');
      const from = rig.batches.length;
      await rig.until(hasSent(rig, station, 14_000), 'two tracks play', patienceMs);
      const tones = await detectTones(rig.audio(station.key, from), 'mp3', [440, 700]);
      expect(sequence(tones).slice(0, 2)).toEqual([440, 700]);
      // The Auto DJ played before automation took over: that switch has no gap either.
      expect(longestGap(await detectTones(rig.audio(station.key), 'mp3', [440, 700]))).toBeLessThanOrEqual(60);
      const playEvents = rig.events.filter((event) => event.type === 'play' && event.source === 'automation');
      expect(playEvents).toContainEqual(expect.objectContaining({ title: 'Tone 440', artist: 'Sine' }));
      expect(playEvents).toContainEqual(expect.objectContaining({ title: 'Tone 700', artist: 'Sine' }));
    },
  );

  it('mixes the end of a track with the beginning of the next', { timeout: 2 * patienceMs }, async () => {
    const station = addStation({ automation: { mix_ms: 2000, level: true } });
    await until(station, 'automation');
    const from = rig.batches.length;
    await rig.until(hasSent(rig, station, 9000), 'it plays', patienceMs);
    const mixed = await detectTones(rig.audio(station.key, from), 'mp3', [440, 700]);
    expect(sequence(mixed).slice(0, 2)).toEqual([440, 700]);
    expect(longestGap(mixed)).toBeLessThanOrEqual(60);
  });

  it('yields to an encoder, and resumes after it', { timeout: 2 * patienceMs }, async () => {
    const station = addStation();
    await until(station, 'automation');
    encoder = startEncoder(rig, station, asMp3);
    await until(station, 'live');
    encoder.kill('SIGKILL');
    await until(station, 'automation');
    expect(rig.stations.state(station.key)?.automation?.state).toBe('running');
  });

  it(
    'yields to the Auto DJ when it is switched off, and leaves no process behind',
    { timeout: 2 * patienceMs },
    async () => {
      const station = addStation();
      await until(station, 'automation');
      const { automation: _, ...without } = station;
      rig.stations.apply({ ...without, revision: station.revision + 1 });
      await until(station, 'autodj');
      expect(rig.stations.state(station.key)?.automation).toBeUndefined();
      expect(rig.stations.converters.running).toBe(0);
    },
  );
});

it('reports a missing Liquidsoap while the Auto DJ plays', async () => {
  const bare = await startAirRig();
  try {
    const track = await prepareTrack(bare.folder, 440, 5);
    const station = desiredStation({
      autodj: { items: [track], shuffle: false, generation: 1 },
      automation: { mix_ms: 0, level: false },
    });
    bare.stations.apply(station);
    await bare.until(plays(bare, station, 'autodj'), 'the Auto DJ plays');
    expect(bare.stations.state(station.key)?.automation).toMatchObject({
      state: 'missing',
      reason: 'Liquidsoap is not installed on this server.',
    });
  } finally {
    await bare.close();
  }
});
