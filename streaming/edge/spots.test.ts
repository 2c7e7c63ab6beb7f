import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { withSpot } from '#streaming/ads/survey.ts';
import type { ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';
import { encoded, expectOwnSpots, framesOf, spotOf, swell } from './testing/spot-audio.ts';
import {
  france,
  germany,
  greece,
  plannedCampaign,
  planOf,
  startSpotRig,
  station,
  writeSpot,
  type SpotRig,
} from './testing/spot-rig.ts';

const tones = [440, 1300, 2100];
let rig: SpotRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const programmes = [
  { name: 'MP3 with a bit reservoir', codec: 'mp3', own: ['-b:a', '128k'] },
  { name: 'MP3 of a variable bit rate', codec: 'mp3', own: ['-q:a', '4'] },
  { name: 'AAC', codec: 'aac', own: ['-b:a', '96k'] },
] as const;

describe.each(programmes)('in $name', ({ codec, own }) => {
  it('lets listeners of two countries hear two spots in the same break, and the same programme around it', async () => {
    const format: StreamFormat = { codec, sample_rate: 44_100, channels: 2, bitrate: 128_000 };
    rig = await startSpotRig(format);
    const { ads, bus, play } = rig;
    const long = writeSpot(rig.folder, 1, await spotOf(1300, 4, codec), format);
    const short = writeSpot(rig.folder, 2, await spotOf(2100, 2.5, codec), format);
    ads.setPlan(planOf([long, short], [plannedCampaign('Acme', 'DE', long), plannedCampaign('Bravo', 'FR', short)]));
    const programme = framesOf(await encoded(swell(14), codec, [...own]), codec);
    play(programme.slice(0, 100));
    const german = await rig.listen(germany, { 'Icy-MetaData': '1' });
    const french = await rig.listen(france);
    const greek = await rig.listen(greece, { 'Icy-MetaData': '1' });
    await expect.poll(() => withSpot(ads.survey(station, 30_000))).toBe(2);
    play(programme.slice(100, 150));
    bus.publish({ type: 'break', station, id: 'b', at: rig.at(), ms: 5000, kind: 'hand' });
    play(programme.slice(150));
    // The burst is the last three batches before.
    const count = 17 + 17 + 15 + programme.length - 100;
    const all = [german, french, greek];
    await expect.poll(() => all.map((one) => framesOf(one.audio(), codec).length)).toEqual([count, count, count]);

    await expectOwnSpots(
      all.map((one) => one.audio()),
      codec,
      // The burst is three batches; fifty frames came before the break.
      { breakMs: ((17 + 17 + 15 + 50) * programme[0]!.samples) / 44.1, spots: [long, short] },
    );

    expect(german.titles().map(({ title }) => title)).toEqual(['Song', 'Advertisement: Acme', 'Song']);
    expect(greek.titles().map(({ title }) => title)).toEqual(['Song']);
    const counted = rig.spots().map(({ campaign, quartile }) => `${campaign.slice(2, 6)} ${quartile}`);
    const each = ['Acme', 'Brav'].flatMap((name) => [0, 1, 2, 3, 4].map((quartile) => `${name} ${quartile}`));
    expect([...counted].sort()).toEqual(each);
    expect(rig.spots()[0]).toMatchObject({ kind: 'mid', slot: 0, break_id: 'b', output: 'stream', station });
  });
});

const mp3: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };

it('begins with a spot for one who arrives, as far ahead as everyone, but not for one who reconnects', async () => {
  rig = await startSpotRig(mp3);
  const { ads, play } = rig;
  const written = writeSpot(rig.folder, 1, await spotOf(1300, 3, 'mp3'), mp3);
  const campaign = plannedCampaign('Acme', 'DE', written);
  const plan = planOf([written], [campaign]);
  const [first] = plan.stations;

  const programme = framesOf(await encoded(swell(14), 'mp3', ['-b:a', '128k']), 'mp3');
  play(programme.slice(0, 100));
  const early = await rig.listen(germany, { 'User-Agent': 'VLC' });
  ads.setPlan({ ...plan, stations: [{ ...first!, breaks: defaultBreakRules }] });
  await expect.poll(() => withSpot(ads.survey(station, 30_000))).toBe(1);
  const german = await rig.listen(germany, { 'Icy-MetaData': '1' });
  play(programme.slice(100, 250));
  const frames = (one: typeof german): number => framesOf(one.audio(), 'mp3').length;
  await expect.poll(() => frames(german)).toBe(17 + 17 + 15 + 150);
  german.close();
  await expect.poll(() => ads.survey(station, 30_000).listeners).toBe(1);
  const again = await rig.listen(germany);
  play(programme.slice(250));
  const whole = 17 + 17 + 15 + programme.length - 100;
  await expect.poll(() => frames(early)).toBe(whole);
  await expect.poll(() => frames(again)).toBeGreaterThan(programme.length - 250);
  const heard = await detectTones(german.audio(), 'mp3', tones);
  expect(sequence(heard)).toEqual([1300, 440]);
  expect(longestGap(heard)).toBeLessThanOrEqual(30);
  expect(decoderErrors(german.audio())).toEqual([]);
  expect(german.titles().map(({ title }) => title)).toEqual(['Advertisement: Acme', 'Song']);
  expect(sequence(await detectTones(again.audio(), 'mp3', tones))).toEqual([440]);
  expect(rig.spots().map(({ quartile, kind }) => `${kind} ${quartile}`)).toEqual(
    [0, 1, 2, 3, 4].map((quartile) => `pre ${quartile}`),
  );
});

it('gives a campaign of even pace to just those whom the survey before the break found', async () => {
  rig = await startSpotRig(mp3);
  const { ads, play } = rig;
  const written = writeSpot(rig.folder, 1, await spotOf(1300, 3, 'mp3'), mp3);
  ads.setPlan(planOf([written], [plannedCampaign('Acme', 'DE', written, { pace: [{ from: 0, share: 0.5 }] })]));
  play(framesOf(await encoded(swell(4), 'mp3', ['-b:a', '128k']), 'mp3'));
  await rig.listen(germany);
  await ads.loaded();
  const { session, head } = rig.listenerAt(germany);
  const found: number[] = [];
  const given: number[] = [];
  for (let round = 0; round < 60; round++) {
    ads.refill();
    found.push(withSpot(ads.survey(station, 30_000)));
    given.push(ads.choose(session, head, { ms: 30_000, position: 'mid' }).length);
  }
  expect(given).toEqual(found);
  expect(new Set(found)).toEqual(new Set([0, 1]));
});

it.each([
  { path: '/tone-low', codec: 'mp3' },
  { path: '/tone.aac', codec: 'aac' },
] as const)('plays spots in the additional format at $path too', async ({ path, codec }) => {
  rig = await startSpotRig(mp3, 1000, { outputs: { aac: true, low_bitrate: 64_000 } });
  const { ads, play, bus } = rig;
  const written = writeSpot(rig.folder, 1, await spotOf(1300, 3, codec), { ...mp3, codec });
  ads.setPlan(planOf([written], [plannedCampaign('Acme', 'DE', written)]));
  const programme = framesOf(await encoded('sine=440:d=14', 'mp3', ['-b:a', '128k']), 'mp3');
  play(programme.slice(0, 100));
  const listener = await rig.listen(germany, {}, path);
  await ads.loaded();
  ads.refill();
  bus.publish({ type: 'break', station, id: 'b', at: rig.at(), ms: 5000, kind: 'hand' });
  play(programme.slice(100));
  await expect.poll(() => rig!.spots().length).toBe(5);
  await expect.poll(() => framesOf(listener.audio(), codec).length).toBeGreaterThan(450);
  const heard = await detectTones(listener.audio(), codec, tones);
  expect(sequence(heard)).toEqual([440, 1300, 440]);
  expect(longestGap(heard)).toBeLessThanOrEqual(30);
});

describe('counting', () => {
  const format = mp3;
  const frameMs = 1152 / 44.1;
  const framesIn = (ms: number): number => Math.round(ms / frameMs);
  let programme: ParsedFrame[];
  let spot: Buffer;
  beforeAll(async () => {
    programme = framesOf(await encoded('sine=440:d=30', 'mp3', ['-b:a', '128k', '-reservoir', '0']), 'mp3');
    spot = await spotOf(1300, 4, 'mp3');
  });
  const prepare = async (lent?: number, own = {}): Promise<SpotRig> => {
    rig = await startSpotRig(format, lent);
    const written = writeSpot(rig.folder, 1, spot, format);
    rig.ads.setPlan(planOf([written], [plannedCampaign('Acme', 'DE', written, own)]));
    rig.play(programme.slice(0, framesIn(2000)));
    return rig;
  };
  const startBreak = ({ bus, at, ads }: SpotRig, id = 'b'): void => {
    ads.refill();
    bus.publish({ type: 'break', station, id, at: at(), ms: 5000, kind: 'hand' });
  };
  const quartiles = ({ spots }: SpotRig): number[] => spots().map(({ quartile }) => quartile);

  it('counts what could be heard: the burst later than it was sent, and nothing for one who left before', async () => {
    const { play, listen, ads, events } = await prepare();
    const [stays, leaves] = [await listen(germany), await listen(germany)];
    await expect.poll(() => withSpot(ads.survey(station, 30_000))).toBe(2);
    startBreak(rig!);
    play(programme.slice(0, framesIn(900)));
    expect(quartiles(rig!)).toEqual([]);
    leaves.close();
    await expect.poll(() => ads.survey(station, 30_000).listeners).toBe(1);
    play(programme.slice(0, framesIn(300)));
    expect(quartiles(rig!)).toEqual([0]);
    play(programme.slice(0, framesIn(2900)));
    expect(quartiles(rig!)).toEqual([0, 1, 2, 3]);
    play(programme.slice(0, framesIn(1000)));
    expect(quartiles(rig!)).toEqual([0, 1, 2, 3, 4]);
    stays.close();
    ads.stop();
    const counted = events.flatMap((event) => (event.type === 'ad-reasons' ? event.reasons : []));
    expect(counted).toEqual([expect.objectContaining({ reason: 'left', count: 1 })]);
  });

  it('lets a relay hear what plays for listeners without a spot', async () => {
    const { play, listen, ads } = await prepare();
    const relay = await listen(germany, { 'User-Agent': 'Icecast 2.4.4' });
    await ads.loaded();
    startBreak(rig!);
    play(programme.slice(0, framesIn(6000)));
    await expect.poll(() => framesOf(relay.audio(), 'mp3').length).toBeGreaterThan(framesIn(6500));
    expect(sequence(await detectTones(relay.audio(), 'mp3', tones))).toEqual([440]);
    expect(rig!.spots()).toEqual([]);
  });

  it('takes an impression back when its break is cut short, and keeps one of which three quarters were played', async () => {
    const { play, listen, ads, bus, at } = await prepare();
    const listener = await listen(germany);
    await expect.poll(() => withSpot(ads.survey(station, 30_000))).toBe(1);
    startBreak(rig!);
    play(programme.slice(0, framesIn(2500)));
    bus.publish({ type: 'resume', station, id: 'b', at: at() });
    play(programme.slice(0, framesIn(3000)));
    expect(rig!.spots().map(({ quartile, cut }) => (cut ? 'cut' : quartile))).toEqual([0, 1, 'cut']);
    startBreak(rig!, 'c');
    play(programme.slice(0, framesIn(3200)));
    bus.publish({ type: 'resume', station, id: 'c', at: at() });
    play(programme.slice(0, framesIn(3000)));
    expect(quartiles(rig!).slice(3)).toEqual([0, 1, 2, 3]);
    await expect.poll(() => framesOf(listener.audio(), 'mp3').length).toBeGreaterThan(framesIn(12_000));
    const heard = await detectTones(listener.audio(), 'mp3', tones);
    expect(sequence(heard)).toEqual([440, 1300, 440, 1300, 440]);
  });

  it('ends a spot when the engine restarts under it', async () => {
    const { play, listen, ads, restartClock } = await prepare();
    const listener = await listen(germany);
    await expect.poll(() => withSpot(ads.survey(station, 30_000))).toBe(1);
    startBreak(rig!);
    play(programme.slice(0, framesIn(2500)));
    restartClock();
    play(programme.slice(0, framesIn(9000)));
    expect(rig!.spots().map(({ quartile, cut }) => (cut ? 'cut' : quartile))).toEqual([0, 1, 'cut']);
    await expect.poll(() => framesOf(listener.audio(), 'mp3').length).toBeGreaterThan(framesIn(12_000));
    const heard = await detectTones(listener.audio(), 'mp3', tones);
    expect(sequence(heard)).toEqual([440, 1300, 440]);
    const ms = heard.reduce((sum, span) => sum + (span.hertz === 1300 ? span.to - span.from : 0), 0);
    expect(Math.abs(ms - 2500)).toBeLessThan(60);
  });

  it('never spends more than it was lent, and keeps a listener’s cap', async () => {
    const { play, listen, ads } = await prepare(3);
    for (let count = 0; count < 5; count++) await listen(germany);
    await expect.poll(() => withSpot(ads.survey(station, 30_000))).toBe(3);
    startBreak(rig!);
    play(programme.slice(0, framesIn(6000)));
    expect(quartiles(rig!).filter((quartile) => quartile === 0)).toHaveLength(3);
    await rig!.close();

    const capped = await prepare(100, {
      limits: { perListener: [{ count: 1, seconds: 3600 }], perSession: null, minutesBetween: null },
    });
    await capped.listen(germany);
    await expect.poll(() => withSpot(capped.ads.survey(station, 30_000))).toBe(1);
    for (const id of ['b', 'c']) {
      startBreak(capped, id);
      capped.play(programme.slice(0, framesIn(6000)));
    }
    expect(quartiles(capped)).toEqual([0, 1, 2, 3, 4]);
    expect(withSpot(capped.ads.survey(station, 30_000))).toBe(0);
  });
});
