import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import type { SavedControl } from '#streaming/autodj/manual-control.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { hasSent, plays, sourceEvent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';

const by = { id: 'u-anna', name: 'Anna' };
const hertz = [440, 700, 1100, 1500] as const;

let rig: AirRig;
let tracks: AutoDjItem[];
let encoder: ChildProcess | undefined;
const stored = new Map<string, SavedControl>();

beforeAll(async () => {
  const manual = {
    find: (key: string) => stored.get(key),
    save: (saved: SavedControl) => Promise.resolve(void stored.set(saved.key, saved)),
  };
  rig = await startAirRig({ manual });
  tracks = await Promise.all(hertz.map((tone) => prepareTrack(rig.folder, tone, 20)));
});
afterEach(() => void encoder?.kill('SIGKILL'));
afterAll(() => rig.close());

const list = (...items: AutoDjItem[]): StationDesired['autodj'] => ({ items, shuffle: false, generation: 1 });
const stateOf = (station: StationDesired) => rig.stations.state(station.key)!;
const commandsOf = (station: StationDesired) => rig.commands(station.key)!;
const trackOf = (station: StationDesired) => stateOf(station).track!.key;
const begins = (station: StationDesired, item: AutoDjItem) => () => stateOf(station).track?.key === item.key;
const request = (item: AutoDjItem, place: 'next' | 'last' = 'last') => ({ id: randomUUID(), item, place, by });

const onAir = async (autodj: StationDesired['autodj']): Promise<StationDesired> => {
  const station = desiredStation({ autodj });
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 1500), 'it plays');
  return station;
};

/** The tones that listeners heard, the longest silence between them, and its plays. */
const heard = async (station: StationDesired) => {
  const tones = await detectTones(rig.audio(station.key), 'mp3', [...hertz, 1000]);
  const whys = rig.events.flatMap((one) => (one.type === 'play' && one.station === station.key ? [one.why] : []));
  rig.stations.remove(station.key);
  return { tones: sequence(tones), gap: longestGap(tones), whys };
};

describe('skip', () => {
  it('cuts to the next track within a second of audio, without a gap, once for two clicks', async () => {
    const [a, b, c] = tracks as [AutoDjItem, AutoDjItem, AutoDjItem];
    const station = await onAir(list(a, b, c));
    const skip = { track: a.key, started: stateOf(station).track_started!, by };
    const sent = rig.batches.filter(({ batch }) => batch.station === station.key).length;
    expect([commandsOf(station).skip(skip), commandsOf(station).skip(skip)]).toEqual([undefined, undefined]);
    await rig.until(begins(station, b), 'the next track plays');
    expect(commandsOf(station).skip(skip)).toBe(undefined);
    const between = rig.batches.filter(({ batch }) => batch.station === station.key).slice(sent);
    await rig.until(hasSent(rig, station, 1500), 'it plays on');
    expect(trackOf(station)).toBe(b.key);
    expect(between.reduce((sum, { batch }) => sum + batch.duration, 0)).toBeLessThan(1_000_000);
    const { tones, gap, whys } = await heard(station);
    expect(tones).toEqual([440, 700]);
    expect(gap).toBeLessThanOrEqual(30);
    expect(whys).toEqual(['first', 'skipped:u-anna', 'order']);
  });

  it('plays the next track from its beginning when it is skipped to while the two are mixed', async () => {
    const short = await prepareTrack(rig.folder, 1100, 6);
    const rules = { timezone: 'UTC', jingle_every: 0, day_parts: [], artist_minutes: 0, title_minutes: 0 };
    const station = await onAir({
      ...list(short, tracks[1]!),
      rules: { ...rules, mix_offset: 2500, mix_speed: 2500 },
    });
    await rig.until(hasSent(rig, station, 2700), 'the mix has begun');
    commandsOf(station).skip({ track: short.key, by });
    await rig.until(begins(station, tracks[1]!), 'the next track plays');
    await rig.until(hasSent(rig, station, 1500), 'it plays on');
    const { tones, gap } = await heard(station);
    expect(tones.at(-1)).toBe(700);
    expect(gap).toBeLessThanOrEqual(30);
  });

  it('is refused while another source plays', async () => {
    const station = await onAir(list(tracks[0]!));
    encoder = startEncoder(rig, station);
    await rig.until(plays(rig, station, 'live'), 'the encoder plays');
    expect(commandsOf(station).skip({ track: tracks[0]!.key, by })).toBe('notAutoDj');
    rig.stations.remove(station.key);
  });
});

describe('the queue', () => {
  it('plays in its order before the playlist, and returns to where that was', async () => {
    const [a, b, c, d] = tracks as [AutoDjItem, AutoDjItem, AutoDjItem, AutoDjItem];
    const station = await onAir(list(a, b));
    const [last, next] = [request(c), request(d, 'next')];
    for (const one of [last, next, last]) expect(commandsOf(station).queue(one)).toBe(undefined);
    expect(stateOf(station).next?.map(({ key }) => key)).toEqual([d.key, c.key, b.key]);
    for (const item of [d, c, b]) {
      commandsOf(station).skip({ track: trackOf(station), by });
      await rig.until(begins(station, item), `${item.title} plays`);
      await rig.until(hasSent(rig, station, 1000), 'it plays on');
    }
    // The same request again, after it has played.
    commandsOf(station).queue(last);
    expect(stateOf(station).air?.queue).toEqual([]);
    const { tones, gap, whys } = await heard(station);
    expect(tones).toEqual([440, 1500, 1100, 700]);
    expect(gap).toBeLessThanOrEqual(30);
    expect(whys.filter((why) => !why?.startsWith('skipped:'))).toEqual([
      'first',
      'queued:u-anna',
      'queued:u-anna',
      'order',
    ]);
  });

  it("plays a listener's request, which it reports when it begins and when it is over", async () => {
    const [a, b] = tracks as [AutoDjItem, AutoDjItem];
    const wish = await prepareTrack(rig.folder, 1500, 2);
    const station = await onAir(list(a, b));
    const { id, ...queued } = request(wish);
    const listener = { id: `request:${id}`, name: 'Lena' };
    commandsOf(station).queue({ ...queued, id, by: listener });
    expect(stateOf(station).air).toMatchObject({ queue: [{ id, by: listener }], playing: null, started: [] });
    commandsOf(station).skip({ track: a.key, by });
    await rig.until(begins(station, wish), 'the request plays');
    const from = stateOf(station).track_started!;
    expect(stateOf(station).air).toMatchObject({ queue: [], playing: id });
    await rig.until(begins(station, b), 'the playlist continues');
    const { playing, started } = stateOf(station).air!;
    expect([playing, started?.map((one) => one.id)]).toEqual([null, [id]]);
    expect(Math.abs(started![0]!.at - from)).toBeLessThan(5000);
    await rig.until(hasSent(rig, station, 1000), 'it plays on');
    const { tones, gap, whys } = await heard(station);
    expect(tones).toEqual([440, 1500, 700]);
    expect(gap).toBeLessThanOrEqual(30);
    expect(whys.filter((why) => !why?.startsWith('skipped:'))).toEqual(['first', `queued:request:${id}`, 'order']);
  });

  it('is unqueued, and survives the engine', async () => {
    const [a, b, c, d] = tracks as [AutoDjItem, AutoDjItem, AutoDjItem, AutoDjItem];
    const station = await onAir(list(a, b));
    const requests = [request(c), request(d)];
    for (const one of requests) commandsOf(station).queue(one);
    commandsOf(station).unqueue(requests[0]!.id);
    await commandsOf(station).saved();
    const saved = structuredClone(stored.get(station.key))!;
    rig.stations.remove(station.key);
    const other = { ...station, key: desiredStation().key };
    stored.set(other.key, { ...saved, key: other.key });
    rig.stations.apply(other);
    await rig.until(begins(other, d), 'the queued track plays');
    rig.stations.remove(other.key);
  });
});

describe('stop after this track', () => {
  it('plays it to its end, then silence, until somebody continues', async () => {
    const short = await prepareTrack(rig.folder, 1500, 3);
    const station = await onAir(list(short, tracks[1]!));
    expect(commandsOf(station).stopAfter({ track: short.key, by })).toBe(undefined);
    expect(stateOf(station)).toMatchObject({ next: [], air: { stop: { by, since: null } } });
    await rig.until(plays(rig, station, 'silence'), 'it is silent');
    await rig.until(hasSent(rig, station, 800), 'silence is sent');
    expect(stateOf(station).air?.stop?.since).toBeGreaterThan(0);
    commandsOf(station).resume();
    await rig.until(begins(station, tracks[1]!), 'the next track plays');
    await rig.until(hasSent(rig, station, 800), 'it plays on');
    const { tones, gap } = await heard(station);
    expect(tones).toEqual([1500, 700]);
    expect(gap).toBeGreaterThan(500);
  });

  it('is over once an encoder was on the air', async () => {
    const short = await prepareTrack(rig.folder, 1500, 3);
    const station = await onAir(list(short, tracks[1]!));
    commandsOf(station).stopAfter({ track: short.key, by });
    await rig.until(plays(rig, station, 'silence'), 'it is silent');
    encoder = startEncoder(rig, station);
    await rig.until(plays(rig, station, 'live'), 'the encoder plays');
    await rig.until(hasSent(rig, station, 500), 'the encoder continues');
    encoder.kill('SIGKILL');
    await rig.until(begins(station, tracks[1]!), 'the Auto DJ continues');
    await rig.until(hasSent(rig, station, 800), 'it plays on');
    const { tones } = await heard(station);
    expect(tones).toEqual([1500, 1000, 700]);
  });

  it('can be cancelled, and refuses a track that is over', async () => {
    const short = await prepareTrack(rig.folder, 1500, 3);
    const station = await onAir(list(short, tracks[1]!));
    expect(commandsOf(station).stopAfter({ track: tracks[2]!.key, by })).toBe('trackOver');
    commandsOf(station).stopAfter({ track: short.key, by });
    commandsOf(station).resume();
    await rig.until(begins(station, tracks[1]!), 'the next track plays');
    await rig.until(hasSent(rig, station, 800), 'it plays on');
    const { tones, gap } = await heard(station);
    expect(tones).toEqual([1500, 700]);
    expect(gap).toBeLessThanOrEqual(30);
  });
});

it('refuses a barred encoder with the time, until it is allowed again', async () => {
  const station = await onAir(list(tracks[0]!));
  encoder = startEncoder(rig, station);
  await rig.until(plays(rig, station, 'live'), 'the encoder plays');
  commandsOf(station).bar({ bar_ms: 60_000 });
  await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
  expect(stateOf(station).air?.barred_until).toBeGreaterThan(Date.now());
  encoder = startEncoder(rig, station);
  await rig.until(sourceEvent(rig, station, 'refused'), 'the encoder is refused');
  const refused = rig.events.findLast((one) => one.type === 'source' && one.event === 'refused');
  expect(refused).toMatchObject({ reason: expect.stringMatching(/may connect again at \d\d:\d\d UTC/) });
  commandsOf(station).unbar();
  encoder = startEncoder(rig, station);
  await rig.until(plays(rig, station, 'live'), 'the encoder plays again');
  rig.stations.remove(station.key);
});
