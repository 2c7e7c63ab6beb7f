import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AutoDjItem } from '#contract/engine/engine.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';

const count = 200;

let rig: AirRig;
let track: AutoDjItem;

beforeAll(async () => {
  rig = await startAirRig();
  track = await prepareTrack(rig.folder, 440, 20);
});
afterAll(() => rig.close());

/** The most frequent value: a turn or two may have been late. */
const commonest = (values: number[]): number => {
  const groups = [...Map.groupBy(values, (value) => value).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]![0]!;
};

it('keeps two hundred stations on their clocks, with their turns spread over the round', async () => {
  const autodj = { items: [track], shuffle: false, generation: 1 };
  const stations = Array.from({ length: count }, () => desiredStation({ autodj }));
  const began = Date.now();
  for (const station of stations) rig.stations.apply(station);
  const playedMs = new Map<string, number>();
  let counted = 0;
  const allPlayed = (): boolean => {
    for (; counted < rig.batches.length; counted++) {
      const { station, duration } = rig.batches[counted]!.batch;
      playedMs.set(station, (playedMs.get(station) ?? 0) + duration / 1000);
    }
    return playedMs.size === count && [...playedMs.values()].every((ms) => ms > 5000);
  };
  await rig.until(allPlayed, 'every station has played for five seconds');
  const elapsed = Date.now() - began;
  for (const ms of playedMs.values()) {
    expect(ms - 1500).toBeGreaterThan(elapsed - 1500);
    expect(ms - 1500).toBeLessThan(elapsed + 150);
  }
  const turns = Map.groupBy(rig.batches, ({ batch }) => batch.station);
  const slots = [...turns.values()].map((own) => commonest(own.map(({ when }) => Math.floor((when % 450) / 25))));
  expect(new Set(slots).size).toBeGreaterThan(9);
});
