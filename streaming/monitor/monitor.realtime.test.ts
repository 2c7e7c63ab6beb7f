import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { desiredStation, freshKey, mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import type { AirState } from '#streaming/base/station-state.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { createStations } from '#streaming/station/stations.ts';
import { createMonitor, type Monitored } from './monitor.ts';

type Report = Monitored & { at: number };

let folder: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'monitor-'));
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => rm(folder, { recursive: true }));

const pace = { soundingMs: 1000, doubtfulMs: 500, roundMs: 250, workShare: 0.5 };
const dead_air = { below_lufs: -50, after_ms: 4000 };

/** The audio path with a monitor, and all states that the monitor reports of one station. */
const startRig = (station: StationDesired, withFfmpeg = true) => {
  const reports: Report[] = [];
  const switches: { at: number; title: string; source: string }[] = [];
  const waiting = new Set<() => void>();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const report = (): void => {
    reports.push({ at: Date.now(), ...monitor.stateOf(station.key) });
    for (const check of waiting) check();
  };
  const changed = (state: AirState): void => {
    monitor.update(state);
    const last = switches.at(-1);
    if (last?.title !== state.title || last.source !== state.source)
      switches.push({ at: Date.now(), title: state.title, source: state.source });
    report();
  };
  const bus = createBus();
  const stations = createStations({
    bus,
    media: mediaBelow(folder),
    maxAdapt: 1,
    ffmpeg: 'ffmpeg',
    record: () => undefined,
    changed,
    positions: { load: () => undefined, save: () => undefined },
  });
  const monitor = createMonitor({
    bus,
    desired: (key) => stations.desired(key),
    changed: report,
    failed: (error) => expect.fail(String(error)),
    ffmpeg: withFfmpeg ? 'ffmpeg' : null,
    pace,
  });
  ends.push(
    () => stations.stop(),
    monitor.stop,
    () => delay.disable(),
  );
  stations.apply(station);
  const until = (isReached: (last: Report) => boolean, patience = 40_000): Promise<Report> =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`timed out waiting: ${JSON.stringify(reports.at(-1))}`)), patience);
      const check = (): void => {
        const last = reports.at(-1);
        if (!last || !isReached(last)) return;
        clearTimeout(timer);
        waiting.delete(check);
        done(last);
      };
      waiting.add(check);
      check();
    });
  /** The longest stall of this process, ms. */
  const longestStall = (): number => delay.max / 1e6;
  return { stations, reports, switches, until, longestStall };
};

const track = async (title: string, source: string[], format: StreamFormat): Promise<AutoDjItem> => {
  const key = freshKey<AutoDjItem['key']>('t');
  const encoder =
    format.codec === 'mp3' ? ['-c:a', 'libmp3lame', '-reservoir', '0', '-write_xing', '0'] : ['-c:a', 'aac'];
  const as = ['-id3v2_version', '0', '-b:a', '128k', '-f', format.codec === 'mp3' ? 'mp3' : 'adts'];
  await ffmpeg([...source, '-ac', '2', '-ar', '44100', ...encoder, ...as, join(folder, key)]);
  return { key, path: key, title, artist: '', album: '', duration_ms: 0 };
};

const silence = (seconds: number): string[] => ['-f', 'lavfi', '-t', String(seconds), '-i', 'anullsrc=r=44100'];
const faintNoise = (seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `anoisesrc=color=pink:sample_rate=44100:duration=${seconds}:amplitude=1:seed=3`],
  ...['-af', 'volume=-70dB'],
];

describe.each(['mp3', 'aac'] as const)('the monitor of a station in %s', (codec) => {
  const format = { ...mp3Stereo, codec };

  it('distinguishes a tone, digital silence and faint noise', async () => {
    const items = await Promise.all([
      track('Tone', tone(1000, 4), format),
      track('Nothing', silence(5), format),
      track('Noise', faintNoise(4), format),
      track('Again', tone(1000, 60), format),
    ]);
    const station = desiredStation({ format, dead_air, autodj: { items, shuffle: false, generation: 1 } });
    const { reports, switches, until, longestStall } = startRig(station);
    const sounding = await until(({ sound_since }) => typeof sound_since === 'number');
    expect(sounding.loudness).toBeGreaterThan(-30);
    const dead = await until((last) => typeof last.dead_air === 'number');
    const over = await until((last) => last.dead_air === null && typeof last.sound_since === 'number');
    const beginOf = (title: string): number => switches.find((one) => one.title.includes(title))!.at;
    // The station's clock is about a second ahead of the measurement, and measurements are a second apart.
    expect(dead.dead_air! - beginOf('Nothing')).toBeGreaterThan(-500);
    expect(dead.dead_air! - beginOf('Nothing')).toBeLessThan(4000 + longestStall());
    expect(dead.at - dead.dead_air!).toBeGreaterThanOrEqual(4000);
    expect(dead.at - dead.dead_air!).toBeLessThan(7000 + longestStall());
    expect(over.sound_since! - beginOf('Again')).toBeLessThan(4000 + longestStall());
    // The first measurement may contain the end of the noise.
    expect(over.loudness).toBeGreaterThan(-50);
    const during = reports.filter(({ at }) => at > dead.at && at < over.at);
    expect(during.every((one) => one.dead_air === dead.dead_air)).toBe(true);
  }, 180_000);
});

describe('the monitor', () => {
  it('counts the engine’s own silence as dead air, without decoding', async () => {
    const { until, longestStall } = startRig(desiredStation({ dead_air }), false);
    const dead = await until((last) => typeof last.dead_air === 'number');
    expect(dead.at - dead.source_since!).toBeLessThan(8000 + longestStall());
    expect(dead).toMatchObject({ loudness: null, sound_since: null, encoder_lost: null });
  });

  it('measures nothing without dead-air limits, but reports since when the source plays', async () => {
    const items = [await track('Tone', tone(1000, 30), mp3Stereo)];
    const station = desiredStation({ autodj: { items, shuffle: false, generation: 1 } });
    const { stations, until } = startRig(station);
    const first = await until(({ source_since }) => source_since !== undefined);
    expect(first).not.toHaveProperty('loudness');
    stations.apply({ ...station, dead_air, revision: 2 });
    await until(({ loudness }) => typeof loudness === 'number');
    stations.apply({ ...station, revision: 3 });
    await until((last) => !('loudness' in last));
    stations.remove(station.key);
    await until((last) => last.source_since === undefined);
  });
});
