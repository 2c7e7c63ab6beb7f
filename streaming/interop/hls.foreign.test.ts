import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import { station as stationKey } from '#streaming/edge/testing/spot-rig.ts';
import { startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { hasChromium, playInChromium } from './testing/browser-player.ts';
import { startEngineProcess, tones, type EngineRig } from './testing/engine-rig.ts';
import { lendSpot } from './testing/lend-spot.ts';
import { named, run } from './testing/programs.ts';

let rig: EngineRig;
beforeAll(async () => (rig = await startEngineProcess()));
afterAll(() => rig.stop());

it('plays in ffmpeg over HLS without a gap, from the Auto DJ to an encoder and back', { timeout: 90_000 }, async () => {
  const station = await rig.putStation({ hls: true });
  const url = `http://127.0.0.1:${rig.port}/hls/${station.mount}/index.m3u8`;
  await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ plays');
  while (!(await fetch(url)).ok) await new Promise((resolve) => setTimeout(resolve, 200));
  const file = join(rig.folder, 'hls.wav');
  const player = run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', '-i', url, '-t', '20', '-ac', '1', file]);
  const encoder = startEncoder({ port: rig.port }, station);
  try {
    await rig.until(
      station,
      ({ source, listeners }) => source === 'live' && listeners > 0,
      'the encoder is on the air',
    );
    await new Promise((resolve) => setTimeout(resolve, 6000));
    const sessions = await rig.sessions(station);
    expect(sessions.map(({ output }) => output)).toContain('hls');
  } finally {
    encoder.kill('SIGKILL');
  }
  if (player.isRunning()) await once(player.child, 'close');
  const spans = await detectTones(await readFile(file), 'wav', [tones.autodj, tones.live]);
  expect(sequence(spans)).toEqual([tones.autodj, tones.live, tones.autodj]);
  expect(longestGap(spans)).toBeLessThanOrEqual(60);
});

const chromium = hasChromium() ? '' : 'chromium';
it.skipIf(chromium !== '')(
  named('plays a spot in Chromium over HLS, with the programme before and after it', chromium),
  { timeout: 120_000 },
  async () => {
    const spotHz = 1300;
    const station = await rig.putStation({ key: stationKey as StationDesired['key'], hls: true });
    await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ plays');
    await lendSpot(rig, spotHz, 4);
    const url = `http://127.0.0.1:${rig.port}/hls/${station.mount}/index.m3u8`;
    const isPlayable = async (): Promise<boolean> => (await fetch(url, { method: 'HEAD' })).ok;
    await expect.poll(isPlayable, { timeout: 60_000 }).toBe(true);
    const player = await playInChromium(url, [tones.autodj, spotHz]);
    try {
      await expect.poll(async () => (await player.report()).seconds, { timeout: 60_000 }).toBeGreaterThan(3);
      const start = async (): Promise<number> => {
        const reply = await rig.call('POST', `/stations/${stationKey}/break`, { seconds: 5 });
        return reply.ok ? ((await reply.json()) as { withSpot: number }).withSpot : 0;
      };
      await expect.poll(start, { timeout: 60_000, interval: 500 }).toBe(1);
      const heard = async (): Promise<number[]> => (await player.report()).tones;
      await expect.poll(heard, { timeout: 60_000 }).toEqual([tones.autodj, spotHz, tones.autodj]);
      expect(await player.report()).toMatchObject({ error: null, ended: false });
    } finally {
      await player.end();
    }
  },
);
