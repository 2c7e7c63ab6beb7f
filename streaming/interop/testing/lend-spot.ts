import { join } from 'node:path';
import { expect } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { plannedCampaign, planOf, writeSpot } from '#streaming/edge/testing/spot-rig.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import type { EngineRig } from './engine-rig.ts';

const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };

/** Gives an engine a campaign for everyone on the station of `spot-rig.ts`: one spot, a tone of so many seconds. */
export const lendSpot = async (rig: EngineRig, hertz: number, seconds: number): Promise<void> => {
  const sound = await ffmpeg([
    ...[...tone(hertz, seconds), '-ac', '2', '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0'],
    ...['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
  ]);
  const spot = writeSpot(join(rig.folder, 'files'), 1, sound, format);
  const campaign = plannedCampaign('Acme', '', spot, { attempts: [{ rules: [], spot: spot.id }] });
  const lease = { id: spot.id, campaign: campaign.key, count: 1000, until: Date.now() + 3_600_000 };
  expect((await rig.call('PUT', '/ads', planOf([spot], [campaign]))).status).toBe(204);
  expect((await rig.call('PUT', '/ads/leases', { leases: [lease] })).status).toBe(200);
};
