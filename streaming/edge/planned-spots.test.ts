import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { compilePlan } from '#shared/ads/plan.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { gainStepDb } from '#streaming/frames/mpeg.ts';
import { measureWith } from '#streaming/monitor/measure-loudness.ts';
import { createPlannedSpots } from './planned-spots.ts';
import { spotOf } from './testing/spot-audio.ts';
import { plannedCampaign, planOf, station, writeSpot } from './testing/spot-rig.ts';
import { createSyntheticStation } from './testing/synthetic-station.ts';

const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
const measure = measureWith('ffmpeg').measure!;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planned-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('plays spots as quiet as the engine measured the programme, until it says otherwise', async () => {
  const bus = createBus();
  const spots = createPlannedSpots({
    ...{ bus, media: mediaBelow(folder), listeners: () => 0 },
    failed(error) {
      throw error;
    },
  });
  createSyntheticStation(bus, { station });
  const spot = writeSpot(folder, 1, await spotOf(1300, 3, 'mp3'), format);
  spots.setPlan(compilePlan(planOf([spot], [plannedCampaign('acme', 'DE', spot)])));
  await spots.loaded();
  const soundNow = (): Buffer | undefined => spots.get(spot.id, { format }, station, true)?.data;
  const stored = soundNow()!;
  expect(stored.length).toBeGreaterThan(0);

  spots.setLevels({ [station]: 4, 's-other': 2 });
  await expect.poll(() => soundNow()?.equals(stored)).toBe(false);
  const [before, after] = [await measure(stored, 'mp3'), await measure(soundNow()!, 'mp3')];
  expect(Math.abs(before - after - 4 * gainStepDb)).toBeLessThan(0.1);
  // Levels that name others only, as of an engine that has just started, change nothing.
  spots.setLevels({ 's-other': 3 });
  expect(soundNow()!.equals(stored)).toBe(false);
  spots.setLevels({ [station]: 0 });
  expect(soundNow()!.equals(stored)).toBe(true);
  spots.stop();
});
