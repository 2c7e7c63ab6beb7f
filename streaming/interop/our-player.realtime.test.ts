import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import { startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { startEngineProcess, tones, type EngineRig } from './testing/engine-rig.ts';
import { startFaultProxy, type FaultProxy } from './testing/fault-proxy.ts';
import { playWithOurPlayer, type OurPlayer } from './testing/our-player.ts';

let rig: EngineRig;
let proxy: FaultProxy;
let station: StationDesired;
let player: OurPlayer;

beforeAll(async () => {
  rig = await startEngineProcess();
  proxy = await startFaultProxy(rig.port);
  station = await rig.putStation({ hls: true });
  await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ plays');
  const base = `http://127.0.0.1:${String(proxy.port)}`;
  player = await playWithOurPlayer({
    url: `${base}/${station.mount}`,
    hls: `${base}/hls/${station.mount}/index.m3u8`,
  });
});
afterAll(async () => {
  await player.end();
  proxy.stop();
  await rig.stop();
});

/** Silence on a busy machine; the bench measures it on a quiet one. */
const silenceAtMostMs = 3000;
const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

it.each([
  ['the connection is cut', async () => proxy.cut()],
  ['the connection is frozen', async () => proxy.freeze()],
  [
    'the server is away for two seconds',
    async () => {
      proxy.isDown = true;
      proxy.cut();
      await seconds(2);
      proxy.isDown = false;
    },
  ],
])('plays on when %s, as the same session', { timeout: 90_000 }, async (_, harm) => {
  await expect.poll(async () => (await player.state()).status).toBe('playing');
  await expect.poll(async () => (await rig.sessions(station)).length).toBe(1);
  await seconds(2);
  const [session] = await rig.sessions(station);
  await player.heard();
  const before = proxy.accepted();
  await harm();
  await expect.poll(() => proxy.accepted(), { timeout: 30_000 }).toBeGreaterThan(before);
  await seconds(8);
  const { seconds: sound, longestSilenceMs } = await player.heard();
  expect(longestSilenceMs).toBeLessThan(silenceAtMostMs);
  expect(sound).toBeGreaterThan(5);
  await expect.poll(async () => (await player.state()).status).toBe('playing');
  await expect.poll(() => player.elements(), { timeout: 30_000 }).toEqual({ open: 1, all: 2 });
  expect((await rig.sessions(station)).map(({ session: id }) => id)).toEqual([session!.session]);
});

it('knows when what the station sends now will be heard', { timeout: 90_000 }, async () => {
  await expect.poll(async () => (await player.state()).status).toBe('playing');
  const encoder = startEncoder({ port: rig.port }, station);
  try {
    await rig.until(station, ({ source }) => source === 'live', 'the encoder is on the air');
    const expected = Date.now() + (await player.heardInMs(station.burst_ms));
    await expect.poll(() => player.toneAt(tones.live), { timeout: 30_000 }).toBeGreaterThan(expected - 30_000);
    const off = (await player.toneAt(tones.live))! - expected;
    expect(Math.abs(off)).toBeLessThan(3500);
  } finally {
    encoder.kill('SIGKILL');
  }
});

it('plays HLS by its own code without a gap', { timeout: 60_000 }, async () => {
  await player.playBy('hls');
  await expect.poll(async () => await player.state()).toMatchObject({ status: 'playing', via: 'hls' });
  await seconds(1);
  await player.heard();
  await seconds(12);
  const { seconds: sound, longestSilenceMs } = await player.heard();
  expect(sound).toBeGreaterThan(11);
  expect(longestSilenceMs).toBeLessThan(300);
  expect((await player.state()).via).toBe('hls');
});

it('knows when it will be heard in HLS too, by the dates of its playlist', { timeout: 120_000 }, async () => {
  await expect.poll(async () => await player.state()).toMatchObject({ status: 'playing', via: 'hls' });
  // What is heard is some segments behind: until then it may be the encoder before.
  const since = async (tone: number): Promise<number> => (await player.toneAt(tone)) ?? 0;
  await expect
    .poll(async () => (await since(tones.autodj)) > (await since(tones.live)), { timeout: 30_000 })
    .toBe(true);
  const begun = Date.now();
  const encoder = startEncoder({ port: rig.port }, station);
  try {
    await rig.until(station, ({ source }) => source === 'live', 'the encoder is on the air');
    const expected = Date.now() + (await player.heardInMs(station.burst_ms));
    expect(expected - Date.now()).toBeGreaterThan(3000);
    await expect.poll(() => player.toneAt(tones.live), { timeout: 60_000 }).toBeGreaterThan(begun);
    const off = (await player.toneAt(tones.live))! - expected;
    expect(Math.abs(off)).toBeLessThan(3500);
  } finally {
    encoder.kill('SIGKILL');
  }
});
