import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { desiredStation, freshKey, mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/sound.ts';
import type { AirState } from '#streaming/station/air.ts';
import { createStations } from '#streaming/station/stations.ts';
import { createMonitor, type Monitored } from './monitor.ts';

type Told = Monitored & { at: number };

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

/** The sound path with a monitor beside it, and all that the monitor tells of one station. */
function startRig(station: StationDesired, withFfmpeg = true) {
  const told: Told[] = [];
  const switches: { at: number; title: string; source: string }[] = [];
  const waiting = new Set<() => void>();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const tell = (): void => {
    told.push({ at: Date.now(), ...monitor.of(station.key) });
    for (const look of waiting) look();
  };
  const changed = (state: AirState): void => {
    monitor.note(state);
    const last = switches.at(-1);
    if (last?.title !== state.title || last.source !== state.source)
      switches.push({ at: Date.now(), title: state.title, source: state.source });
    tell();
  };
  const bus = createBus();
  const stations = createStations({
    bus,
    mediaDir: folder,
    maxAdapt: 1,
    ffmpeg: 'ffmpeg',
    record: () => undefined,
    changed,
    positions: { load: () => undefined, save: () => undefined },
  });
  const monitor = createMonitor({
    bus,
    desired: (key) => stations.desired(key),
    changed: tell,
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
  const until = (holds: (last: Told) => boolean, patience = 40_000): Promise<Told> =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`waited in vain: ${JSON.stringify(told.at(-1))}`)), patience);
      const look = (): void => {
        const last = told.at(-1);
        if (!last || !holds(last)) return;
        clearTimeout(timer);
        waiting.delete(look);
        done(last);
      };
      waiting.add(look);
      look();
    });
  /** By how much, ms, the machine has held this process up at most. */
  const heldUp = (): number => delay.max / 1e6;
  return { stations, told, switches, until, heldUp };
}

async function track(title: string, source: string[], format: StreamFormat): Promise<AutoDjItem> {
  const key = freshKey<AutoDjItem['key']>('t');
  const encoder =
    format.codec === 'mp3' ? ['-c:a', 'libmp3lame', '-reservoir', '0', '-write_xing', '0'] : ['-c:a', 'aac'];
  const as = ['-id3v2_version', '0', '-b:a', '128k', '-f', format.codec === 'mp3' ? 'mp3' : 'adts'];
  await ffmpeg([...source, '-ac', '2', '-ar', '44100', ...encoder, ...as, join(folder, key)]);
  return { key, path: key, title, artist: '', album: '', duration_ms: 0 };
}

const silence = (seconds: number): string[] => ['-f', 'lavfi', '-t', String(seconds), '-i', 'anullsrc=r=44100'];
const faintNoise = (seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `anoisesrc=color=pink:sample_rate=44100:duration=${seconds}:amplitude=1:seed=3`],
  ...['-af', 'volume=-70dB'],
];

describe.each(['mp3', 'aac'] as const)('the monitor of a station in %s', (codec) => {
  const format = { ...mp3Stereo, codec };

  it('hears a tone, digital silence, faint noise and a tone as they are', async () => {
    const items = await Promise.all([
      track('Tone', tone(1000, 4), format),
      track('Nothing', silence(5), format),
      track('Noise', faintNoise(4), format),
      track('Again', tone(1000, 60), format),
    ]);
    const station = desiredStation({ format, dead_air, autodj: { items, shuffle: false, generation: 1 } });
    const { told, switches, until, heldUp } = startRig(station);
    const sounding = await until(({ sound_since }) => typeof sound_since === 'number');
    expect(sounding.loudness).toBeGreaterThan(-30);
    const dead = await until((last) => typeof last.dead_air === 'number');
    const over = await until((last) => last.dead_air === null && typeof last.sound_since === 'number');
    const beginOf = (title: string): number => switches.find((one) => one.title.includes(title))!.at;
    // The air runs a second or so ahead of the measurement, and a measurement is taken every second.
    expect(dead.dead_air! - beginOf('Nothing')).toBeGreaterThan(-500);
    expect(dead.dead_air! - beginOf('Nothing')).toBeLessThan(4000 + heldUp());
    expect(dead.at - dead.dead_air!).toBeGreaterThanOrEqual(4000);
    expect(dead.at - dead.dead_air!).toBeLessThan(7000 + heldUp());
    expect(over.sound_since! - beginOf('Again')).toBeLessThan(4000 + heldUp());
    // The first measurement may hold the end of the noise.
    expect(over.loudness).toBeGreaterThan(-50);
    const during = told.filter(({ at }) => at > dead.at && at < over.at);
    expect(during.every((one) => one.dead_air === dead.dead_air)).toBe(true);
  }, 180_000);
});

describe('the monitor', () => {
  it('counts silence that the engine puts in as dead air, without decoding', async () => {
    const { until, heldUp } = startRig(desiredStation({ dead_air }), false);
    const dead = await until((last) => typeof last.dead_air === 'number');
    expect(dead.at - dead.source_since!).toBeLessThan(8000 + heldUp());
    expect(dead).toMatchObject({ loudness: null, sound_since: null, encoder_lost: null });
  });

  it('measures nothing where nobody asks for it, and knows since when the source is on', async () => {
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
