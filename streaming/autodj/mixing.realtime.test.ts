import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, AutoDjRules, StreamFormat } from '#contract/engine/engine.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { longestGap } from '#server/engines/audio/testing/test-audio.ts';
import { desiredStation, freshKey, mp3Stereo, startAirRig } from '#streaming/ingest/testing/air-rig.ts';
import { decode, ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { createAutoDj } from './autodj.ts';
import { openTransitionCache } from './transition-cache.ts';
import { createTransitions, type Transitions } from './transitions.ts';

const rate = 44_100;
const rules = (mix_offset: number, mix_speed: number): AutoDjRules => ({
  timezone: 'UTC',
  jingle_every: 0,
  day_parts: [],
  artist_minutes: 0,
  title_minutes: 0,
  mix_offset,
  mix_speed,
});
const formats: [string, StreamFormat, number][] = [
  ['MP3', mp3Stereo, 1152],
  ['AAC', { codec: 'aac', sample_rate: rate, channels: 2, bitrate: 96_000 }, 1024],
];

/** Encoders on a busy machine are slow. */
const patience = 120_000;

let folder: string;
const tracks = { mp3: [] as AutoDjItem[], aac: [] as AutoDjItem[] };

/** A track as the library prepares it. */
const prepared = async (hertz: number, seconds: number, format: StreamFormat = mp3Stereo): Promise<AutoDjItem> => {
  const audio = ffmpegAudio();
  const key = freshKey<AutoDjItem['key']>('t');
  const path = join(folder, `${key}.wav`);
  await ffmpeg([...tone(hertz, seconds), '-ac', '2', path]);
  const measure = await audio.measure(path, 'wav', 2);
  const { durationMs } = await audio.render({ path, kind: 'wav', measure }, format, join(folder, key));
  await rm(path);
  return { key, path: key, title: `Tone ${hertz}`, artist: '', album: '', duration_ms: durationMs };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mixing-'));
  for (const hertz of [440, 700, 880]) tracks.mp3.push(await prepared(hertz, 4));
  for (const hertz of [440, 880]) tracks.aac.push(await prepared(hertz, 4, formats[1]![1]));
}, patience);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Level of a tone in a section of audio; 1 is a full-scale sine. */
const loudness = (sound: Float32Array, hertz: number, fromMs: number, toMs: number): number => {
  const part = sound.subarray(Math.round((fromMs * rate) / 1000), Math.round((toMs * rate) / 1000));
  let [re, im] = [0, 0];
  part.forEach((value, at) => {
    re += value * Math.cos((2 * Math.PI * hertz * at) / rate);
    im += value * Math.sin((2 * Math.PI * hertz * at) / rate);
  });
  return (2 * Math.hypot(re, im)) / part.length;
};

const largestJump = (sound: Float32Array): number =>
  sound.reduce((most, value, at) => (at === 0 ? 0 : Math.max(most, Math.abs(value - sound[at - 1]!))), 0);

type Playback = {
  sound: Float32Array;
  announcements: { title: string; at: number }[];
  figures: Transitions['counts'];
  leaked: number;
};
type Setting = {
  mix: AutoDjRules;
  format?: StreamFormat;
  jingles?: AutoDjItem[];
  program?: string;
  cacheFolder?: string;
  change?: { at: number; items: AutoDjItem[] };
};

/** Plays an Auto DJ as fast as possible: its clock follows the audio, and pending transitions are awaited. */
const play = async (items: AutoDjItem[], seconds: number, setting: Setting): Promise<Playback> => {
  const { mix, format = mp3Stereo, jingles = [], program = 'ffmpeg', cacheFolder = freshKey('cache') } = setting;
  const sound: Buffer[] = [];
  const announcements: Playback['announcements'] = [];
  const delivered: WeakRef<object>[] = [];
  let pending = 0;
  const ms = (): number => (sound.length * (format.codec === 'mp3' ? 1152 : 1024) * 1000) / rate;
  const clock = { now: ms };
  const { request, counts, stop } = createTransitions({
    ffmpeg: program,
    folder: join(folder, cacheFolder),
    clock,
    concurrency: 1,
    isBusy: () => false,
    failed: () => undefined,
  });
  const transitions: Transitions = {
    counts,
    stop,
    request(wish) {
      const cancel = request({
        ...wish,
        ready(transition) {
          pending--;
          if (transition) delivered.push(new WeakRef(transition));
          wish.ready(transition);
        },
      });
      if (cancel) pending++;
      return cancel;
    },
  };
  const autodj = createAutoDj({
    ...{ station: 's-1', media: mediaBelow(folder), format, clock, position: undefined, transitions },
    started: ({ title }) => announcements.push({ title, at: ms() }),
    skipped: () => undefined,
  });
  autodj.apply({ items, jingles, shuffle: false, generation: 1, rules: mix });
  let { change } = setting;
  while (ms() < seconds * 1000) {
    if (change && ms() > change.at) {
      autodj.apply({ items: change.items, jingles, shuffle: false, generation: 1, rules: mix });
      change = undefined;
    }
    const frame = pending > 0 ? undefined : autodj.pull();
    if (frame) sound.push(frame.buffer.subarray(frame.start, frame.end));
    else await breath();
  }
  await breath();
  collectGarbage();
  const leaked = delivered.filter((one) => one.deref() !== undefined).length;
  autodj.close();
  await stop();
  return { sound: await decode(Buffer.concat(sound), format.codec), announcements, figures: counts, leaked };
};

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** When the second track is announced, ms. */
const secondAt = async (...of: Parameters<typeof play>): Promise<number> => (await play(...of)).announcements[1]!.at;

describe.each(formats)('two tracks that are mixed in %s', (_, format, frame) => {
  it('overlap, the first one fading, without a gap or click, lasting both lengths minus the overlap', async () => {
    const items = [tracks[format.codec][0]!, tracks[format.codec].at(-1)!];
    const { sound, announcements, figures } = await play(items, 10, { mix: rules(1000, 600), format });
    const overlap = (Math.round(rate / frame) * frame * 1000) / rate;
    const ends = items[0]!.duration_ms;
    const starts = ends - overlap;
    const a = (from: number, to: number): number => loudness(sound, 440, from, to);
    const b = (from: number, to: number): number => loudness(sound, 880, from, to);
    const [fullA, fullB] = [a(1500, 2500), b(ends + 500, ends + 1500)];
    expect(figures.rendered).toBe(2);

    expect(b(1500, starts - 20)).toBeLessThan(0.003);
    expect(b(starts + 20, starts + 340) / fullB).toBeCloseTo(1, 1);
    expect(a(starts, starts + 380) / fullA).toBeCloseTo(1, 1);
    for (const left of [0.5, 0.25, 0.1]) {
      const at = ends - left * 600;
      expect(a(at - 20, at + 20) / fullA).toBeCloseTo(Math.sin((left * Math.PI) / 2), 1);
    }
    expect(a(ends + 60, ends + 1000)).toBeLessThan(0.003);
    expect(announcements[1]).toMatchObject({ title: 'Tone 880' });
    expect(announcements[1]!.at).toBeGreaterThan(ends - 400);
    expect(announcements[1]!.at).toBeLessThan(ends - 200);

    const whole = sound.subarray(4000);
    expect(longestGap(whole, 0.03)).toBeLessThanOrEqual(3);
    const steepest = (hertz: number, full: number): number => (2 * Math.PI * hertz * full) / rate;
    // Where a track starts abruptly, its codec overshoots; the splice points are two frames away and must be inaudible.
    expect(largestJump(whole)).toBeLessThan(1.5 * (steepest(440, fullA) + steepest(880, fullB)));
    const around = (at: number): Float32Array => sound.subarray(((at - 10) * rate) / 1000, ((at + 10) * rate) / 1000);
    const margin = (2 * frame * 1000) / rate;
    expect(largestJump(around(starts - margin))).toBeLessThan(1.1 * steepest(440, fullA));
    expect(largestJump(around(ends + margin))).toBeLessThan(1.1 * steepest(880, fullB));

    const third = ends + items[1]!.duration_ms - 2 * overlap;
    expect(a(third - 500, third - 20)).toBeLessThan(0.003);
    expect(a(third + 20, third + 400) / fullA).toBeCloseTo(1, 1);
  }, 180_000);
});

describe('transitions', () => {
  it('are cached: two tracks are mixed once, within the size limit', async () => {
    const items = tracks.mp3.slice(0, 2);
    const first = await play(items, 16, { mix: rules(500, 300), cacheFolder: 'cache' });
    expect(first.figures.rendered).toBe(2);
    expect(first.figures.reused).toBeGreaterThanOrEqual(2);
    expect(first.leaked).toBeLessThanOrEqual(1);
    const second = await play(items, 8, { mix: rules(500, 300), cacheFolder: 'cache' });
    expect(second.figures.rendered).toBe(0);
    expect(second.announcements[1]!.at).toBe(first.announcements[1]!.at);

    const cache = openTransitionCache(join(folder, 'cache'), 40_000);
    const sound = Buffer.alloc(15_000, 1);
    for (const name of ['a', 'b', 'c']) await cache.write(name, { leave: 1, enter: 2, turn: 3, sound });
    expect(await cache.read('c')).toEqual({ leave: 1, enter: 2, turn: 3, sound });
    const sizes = await Promise.all(
      (await readdir(join(folder, 'cache'))).map((name) => stat(join(folder, 'cache', name))),
    );
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(40_000);
  }, 180_000);

  it('are omitted for a jingle, a short track, mixing off, or no working ffmpeg; the tracks join plainly', async () => {
    const [one, two] = [tracks.mp3[0]!, tracks.mp3[1]!];
    const jingle: AutoDjItem = { ...two, key: freshKey('t'), kind: 'jingle' };
    const plain = [
      await secondAt([one, two], 5, { mix: { ...rules(500, 300), jingle_every: 1 }, jingles: [jingle] }),
      await secondAt([one, two], 5, { mix: rules(2100, 300) }),
      await secondAt([one, two], 5, { mix: rules(0, 300) }),
      await secondAt([one, two], 5, { mix: rules(500, 300), program: '/bin/false' }),
    ];
    for (const at of plain) expect(at).toBeCloseTo(one.duration_ms, -1);
  }, 180_000);

  it('leave no file open, even when long', async () => {
    const long = await prepared(300, 14);
    const { figures } = await play([long, { ...long, key: freshKey('t') }], 30, { mix: rules(6000, 6000) });
    expect(figures.rendered + figures.reused).toBeGreaterThanOrEqual(2);
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
  }, 180_000);

  it('follow list changes: before them another track plays, during them the one that has started', async () => {
    const [one, two, three] = [tracks.mp3[0]!, tracks.mp3[1]!, tracks.mp3[2]!];
    const mix = rules(1000, 1000);
    const titles = async (at: number, items: AutoDjItem[]): Promise<string[]> => {
      const { announcements, sound } = await play([one, two], 8, { mix, change: { at, items } });
      expect(longestGap(sound.subarray(4000), 0.03)).toBeLessThanOrEqual(8);
      return announcements.map(({ title }) => title).slice(0, 3);
    };
    expect(await titles(2500, [one, three])).toEqual(['Tone 440', 'Tone 880', 'Tone 440']);
    expect(await titles(3200, [one, three, two])).toEqual(['Tone 440', 'Tone 700', 'Tone 440']);
    expect(await titles(3800, [one, three])).toEqual(['Tone 440', 'Tone 700', 'Tone 880']);
  }, 180_000);
});

it('a station mixes its tracks while it is on the air', async () => {
  const rig = await startAirRig({ folder });
  const items = [await prepared(440, 12), await prepared(880, 12)];
  const station = desiredStation({ autodj: { items, shuffle: false, generation: 1, rules: rules(2000, 1000) } });
  rig.stations.apply(station);
  const isSecond = (): boolean => rig.stations.state(station.key)?.track?.key === items[1]!.key;
  await rig.until(() => isSecond() && rig.batches.at(-1)!.batch.title > 1, 'the second track prevails');
  const played = rig.batches.filter(({ batch }) => batch.station === station.key).map(({ batch }) => batch);
  const turned = played.find(({ title }) => title > played[0]!.title)!.at - played[0]!.at;
  expect(turned / 1000).toBeGreaterThan(items[0]!.duration_ms - 1000);
  expect(turned / 1000).toBeLessThan(items[0]!.duration_ms - 400);
  expect(rig.stations.state(station.key)!.next).toMatchObject([items[0]!, items[1]!, items[0]!]);
  expect(rig.events).toContainEqual(expect.objectContaining({ track: items[1]!.key, why: 'order' }));
  await rig.close();
}, 180_000);
