import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import type { PlannedStation } from '#contract/engine/engine-ads.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';

let rig: AirRig;
let music: AutoDjItem[];
let jingle: AutoDjItem;
/** Every boundary of tracks makes a break of 1.5 s while this is on. */
let isAlwaysDue = false;
const breakMs = 1500;

beforeAll(async () => {
  rig = await startAirRig({
    ads: {
      station: (key): PlannedStation => ({
        ...{ key: key as PlannedStation['key'], timezone: 'UTC', language: 'en', category: 1, campaigns: [] },
        withheld: [],
        breaks: {
          ...defaultBreakRules,
          cue: { enabled: true, title: 'advert', maxSeconds: 60 },
          autodj: { enabled: isAlwaysDue, perHour: 1, maxSeconds: 60 },
        },
      }),
      survey: () => ({ listeners: 1, lengths: { [breakMs]: 1 } }),
      made() {},
    },
  });
  music = await Promise.all([prepareTrack(rig.folder, 440, 2), prepareTrack(rig.folder, 2000, 30)]);
  jingle = { ...(await prepareTrack(rig.folder, 1000, 4)), kind: 'jingle' };
});
afterAll(() => rig.close());

const breaksOf = ({ key }: StationDesired) =>
  rig.messages.flatMap((message) =>
    (message.type === 'break' || message.type === 'resume') && message.station === key ? [message] : [],
  );
const onAir = (items: AutoDjItem[]): StationDesired => {
  const station = desiredStation({ autodj: { items, jingles: [jingle], shuffle: false, generation: 1 } });
  rig.stations.apply(station);
  return station;
};
const sent = (station: StationDesired): number =>
  rig.batches.reduce((sum, { batch }) => sum + (batch.station === station.key ? batch.duration : 0), 0) / 1000;
const lasts = (tones: { hertz: number; from: number; to: number }[], hertz: number): number =>
  tones.reduce((sum, span) => sum + (span.hertz === hertz ? span.to - span.from : 0), 0);

it('plays jingles between two tracks for as long as a break lasts, each track whole', async () => {
  isAlwaysDue = true;
  const station = onAir(music);
  await rig.until(() => sent(station) > 5000, 'the second track plays');
  isAlwaysDue = false;
  const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000, 2000]);
  expect(sequence(tones)).toEqual([440, 1000, 2000]);
  expect(Math.abs(lasts(tones, 1000) - breakMs)).toBeLessThan(60);
  expect(Math.abs(lasts(tones, 440) - 2000)).toBeLessThan(90);
  expect(longestGap(tones)).toBeLessThanOrEqual(60);
  const [began, ended] = breaksOf(station);
  expect(began).toMatchObject({ type: 'break', kind: 'autodj', ms: breakMs });
  expect(ended).toMatchObject({ type: 'resume' });
  const first = rig.batches.find(({ batch }) => batch.station === station.key && batch.at === began!.at);
  expect(first).toBeDefined();
  const plays = rig.events.filter((event) => event.type === 'play' && event.station === station.key);
  expect(plays.map((play) => play.type === 'play' && play.title)).toEqual(['Tone 440', '', 'Tone 2000']);
});

it('interrupts a track for a break by hand, and continues it where it was', async () => {
  const station = onAir([music[1]!]);
  await rig.until(() => sent(station) > 2000, 'the track plays');
  expect(rig.startBreak(station.key, 30)).toMatchObject({ seconds: breakMs / 1000, withSpot: 1 });
  await rig.until(() => breaksOf(station).length === 2, 'the break is over');
  const at = sent(station);
  await rig.until(() => sent(station) > at + 1000, 'the track continues');
  const tones = await detectTones(rig.audio(station.key), 'mp3', [1000, 2000]);
  expect(sequence(tones)).toEqual([2000, 1000, 2000]);
  expect(Math.abs(lasts(tones, 1000) - breakMs)).toBeLessThan(60);
  expect(longestGap(tones)).toBeLessThanOrEqual(60);
});

it('passes a break of a master on to its relay, with the same audio', async () => {
  const master = onAir([music[1]!]);
  const relay = desiredStation({ relay: { kind: 'station', key: master.key } });
  rig.stations.apply(relay);
  await rig.until(() => rig.stations.state(relay.key)?.source === 'relay', 'the master plays');
  await rig.until(() => sent(relay) > 1000, 'it is relayed');
  expect(rig.startBreak(master.key, 30)).toMatchObject({ seconds: breakMs / 1000 });
  await rig.until(() => breaksOf(relay).length === 2, 'the break is over');
  const [began, ended] = breaksOf(relay);
  expect(began).toMatchObject({ kind: 'master', ms: breakMs });
  const within = rig.batches.filter(
    ({ batch }) => batch.station === relay.key && batch.at >= began!.at && batch.at < ended!.at,
  );
  const tones = await detectTones(Buffer.concat(within.map(({ batch }) => batch.data)), 'mp3', [1000, 2000]);
  expect(sequence(tones)[0]).toBe(1000);
  expect(Math.abs(lasts(tones, 1000) - breakMs)).toBeLessThan(90);
});

it('follows the titles of an encoder, and leaves its audio as it is', async () => {
  const station = onAir([music[0]!]);
  const encoder = startEncoder(rig, station);
  try {
    await rig.until(() => rig.stations.state(station.key)?.source === 'live', 'the encoder plays');
    const began = sent(station);
    rig.stations.retitle(station.key, 'Advert: Acme', '');
    await rig.until(() => sent(station) > began + 1000, 'the cue lasts');
    rig.stations.retitle(station.key, 'Song', '');
    await rig.until(() => breaksOf(station).length === 2, 'the next title ends it');
    const [first, last] = breaksOf(station);
    expect(first).toMatchObject({ kind: 'cue', ms: 60_000 });
    expect(last!.at - first!.at).toBeGreaterThan(900_000);
    const within = rig.batches.filter(
      ({ batch }) => batch.station === station.key && batch.at >= first!.at && batch.at < last!.at,
    );
    const tones = await detectTones(Buffer.concat(within.map(({ batch }) => batch.data)), 'mp3', [440, 1000]);
    expect(sequence(tones)).toEqual([1000]);
  } finally {
    encoder.kill('SIGKILL');
  }
});
