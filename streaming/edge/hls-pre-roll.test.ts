import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { AdPlan } from '#contract/engine/engine-ads.ts';
import type { ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';
import { openHlsPlayer, type HlsPlayer } from './testing/hls-player.ts';
import { encoded, framesOf, spotOf, swell } from './testing/spot-audio.ts';
import {
  germany,
  greece,
  plannedCampaign,
  planOf,
  startSpotRig,
  station,
  writeSpot,
  type SpotRig,
} from './testing/spot-rig.ts';

const tones = [440, 1300];
let rig: SpotRig | undefined;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: 1_800_000_000_000 }));
afterEach(async () => {
  vi.useRealTimers();
  await rig?.close();
  rig = undefined;
});

const formatOf = (codec: 'mp3' | 'aac'): StreamFormat => ({
  ...{ codec, sample_rate: 44_100, channels: 2, bitrate: 128_000 },
});
const secondsOf = (frame: ParsedFrame): number => frame.samples / 44_100;

/** Plays seconds of a programme one after the other, and lets as much time pass. */
const playerOf = ({ play }: SpotRig, programme: readonly ParsedFrame[]) => {
  let next = 0;
  return (seconds: number): void => {
    const count = Math.round(seconds / secondsOf(programme[0]!));
    play(programme.slice(next, next + count));
    next += count;
    vi.advanceTimersByTime(seconds * 1000);
  };
};
const withPreRoll = (plan: AdPlan): AdPlan => ({
  ...plan,
  stations: plan.stations.map((one) => ({ ...one, breaks: defaultBreakRules })),
});
const prepare = async (programme: readonly ParsedFrame[], spot: Buffer, codec: 'mp3' | 'aac') => {
  const own = (rig = await startSpotRig(formatOf(codec), 1000, { hls: true }));
  const written = writeSpot(own.folder, 1, spot, formatOf(codec));
  own.ads.setPlan(withPreRoll(planOf([written], [plannedCampaign('Acme', 'DE', written)])));
  await own.ads.loaded();
  own.ads.refill();
  return { own, play: playerOf(own, programme), spotSeconds: written.files[0]!.duration / 1e6 };
};
const laneNames = (player: HlsPlayer): string[] => player.names().filter((name) => name.split('.').length === 3);
const counted = ({ spots }: SpotRig): string[] => spots().map(({ kind, quartile }) => `${kind} ${quartile}`);
const wholeSpot = [0, 1, 2, 3, 4].map((quartile) => `pre ${quartile}`);

describe.each([
  { name: 'MP3 with a bit reservoir', codec: 'mp3', own: ['-b:a', '128k'] },
  { name: 'AAC', codec: 'aac', own: ['-b:a', '96k'] },
] as const)('in $name', ({ codec, own: options }) => {
  it('begins with a spot for a new player, in segments of the same length and time', async () => {
    const programme = framesOf(await encoded(swell(60), codec, options), codec);
    const { own, play, spotSeconds } = await prepare(programme, await spotOf(1300, 8, codec), codec);
    play(30);
    const german = await openHlsPlayer(own.port, germany);
    const greek = await openHlsPlayer(own.port, greece);
    const first = await german.list();
    expect(first).toHaveLength(3);
    expect((await greek.list()).slice(-3).map((name) => Number.parseInt(name))).toEqual(
      first.map((name) => Number.parseInt(name)),
    );
    // A player requests everything that its playlist lists at once.
    for (const player of [german, greek]) await player.poll();
    expect(counted(own)).toEqual([]);
    for (let n = 0; n < 3; n++) {
      play(6);
      for (const player of [german, greek]) await player.poll();
    }
    expect(counted(own)).toEqual(wholeSpot);
    expect(own.spots()[0]).toMatchObject({ kind: 'pre', slot: 0, output: 'hls', station });

    const times = new Set(greek.times());
    expect(german.times().filter((one) => !times.has(one))).toEqual([]);
    const heard = await detectTones(german.audio(), codec, tones);
    expect(sequence(heard)).toEqual([1300, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
    if (codec === 'mp3') expect(decoderErrors(german.audio())).toEqual([]);
    const spotFrames = Math.round(spotSeconds / secondsOf(programme[0]!));
    const [ours, theirs] = [german, greek].map((player) => framesOf(player.audio(), codec));
    const skipped = theirs!.length - ours!.length;
    const isSame = ours!.map((frame, at) => bytesOf(frame).equals(bytesOf(theirs![at + skipped]!)));
    // Frames of MP3 that borrow from what was never sent are changed.
    expect(isSame.indexOf(true)).toBeGreaterThanOrEqual(spotFrames);
    expect(isSame.indexOf(true)).toBeLessThanOrEqual(spotFrames + 12);
    expect(isSame.lastIndexOf(false)).toBeLessThanOrEqual(spotFrames + 12);
    expect(laneNames(greek)).toEqual([]);
  });
});

const bytesOf = ({ buffer, start, end }: ParsedFrame): Buffer => buffer.subarray(start, end);

describe('a spot before the stream', () => {
  let programme: ParsedFrame[];
  let spot: Buffer;
  beforeAll(async () => {
    programme = framesOf(await encoded('sine=440:d=90', 'mp3', ['-b:a', '128k', '-reservoir', '0']), 'mp3');
    spot = await spotOf(1300, 8, 'mp3');
  });

  it('counts only what there was time to hear', async () => {
    const { own, play } = await prepare(programme, spot, 'mp3');
    play(30);
    const [looks, leaves, skips] = [
      await openHlsPlayer(own.port, germany, 'looks'),
      await openHlsPlayer(own.port, germany, 'leaves'),
      await openHlsPlayer(own.port, germany, 'skips'),
    ];
    for (const player of [looks, leaves]) await player.poll();
    const names = await skips.list();
    await (await skips.request(names[1]!)).arrayBuffer();
    vi.advanceTimersByTime(4000);
    for (const player of [looks, leaves]) await player.list();
    expect(counted(own)).toEqual([]);
    play(3);
    await leaves.list();
    expect(counted(own)).toEqual(wholeSpot.slice(0, 3));
    for (let n = 0; n < 5; n++) {
      play(6);
      await skips.list();
    }
    expect(counted(own)).toEqual(wholeSpot.slice(0, 3));
    own.ads.stop();
    const reasons = own.events.flatMap((event) => (event.type === 'ad-reasons' ? event.reasons : []));
    // One looked only, and one missed its beginning.
    expect(reasons).toEqual([expect.objectContaining({ reason: 'left', count: 2 })]);
  });

  it('is shared by those who begin at the same segment', async () => {
    const { own, play } = await prepare(programme, spot, 'mp3');
    play(30);
    const players = await Promise.all(['one', 'other'].map((agent) => openHlsPlayer(own.port, germany, agent)));
    for (const player of players) await player.poll();
    const [one, other] = players.map(laneNames);
    expect(one!.length).toBeGreaterThan(0);
    expect(other).toEqual(one);
    for (let n = 0; n < 3; n++) {
      play(6);
      for (const player of players) await player.poll();
    }
    expect(new Set(own.spots().map(({ session, quartile }) => `${session} ${quartile}`)).size).toBe(10);
  });

  it('does not come again for one who reconnects, nor in the middle of what one hears', async () => {
    const { own, play } = await prepare(programme, spot, 'mp3');
    play(30);
    const player = await openHlsPlayer(own.port, germany);
    await player.poll();
    expect(laneNames(player).length).toBeGreaterThan(0);
    const again = await openHlsPlayer(own.port, germany);
    expect((await again.list()).filter((name) => name.split('.').length === 3)).toEqual([]);
    await own.close();
    // Another process does not know who was here; a player that continues there has its name from the one before.
    const { own: next, play: playOn } = await prepare(programme, spot, 'mp3');
    playOn(30);
    player.reconnect(next.port);
    const listed = await player.list();
    expect(listed).toHaveLength(6);
    expect(listed.filter((name) => name.split('.').length === 3)).toEqual([]);
    expect(counted(next)).toEqual([]);
  });

  it('is not cut by the end of a break, and ends where the audio is interrupted', async () => {
    const { own, play } = await prepare(programme, spot, 'mp3');
    play(24);
    own.bus.publish({ type: 'break', station, id: 'b', at: own.at(), ms: 20_000, kind: 'hand' });
    play(6);
    const [player, late] = [await openHlsPlayer(own.port, germany), await openHlsPlayer(own.port, germany, 'late')];
    await player.poll();
    own.bus.publish({ type: 'resume', station, id: 'b', at: own.at() });
    play(6);
    await player.poll();
    expect(sequence(await detectTones(player.audio(), 'mp3', tones))).toEqual([1300, 440]);
    const spotsOf = async (one: HlsPlayer): Promise<string[]> =>
      (await one.list()).filter((name) => name.split('.').length === 3);
    expect(await spotsOf(late)).not.toEqual([]);
    own.restartClock();
    // No spot extends over a discontinuity, so no playlist begins before one.
    expect(await spotsOf(late)).not.toEqual([]);
    play(1);
    const fresh = await openHlsPlayer(own.port, germany, 'fresh');
    expect(await spotsOf(fresh)).toEqual([]);
  });
});

it('plays the spots of a break in the first seconds of a station', async () => {
  const programme = framesOf(await encoded('sine=440:d=40', 'mp3', ['-b:a', '128k']), 'mp3');
  for (const seconds of [3, 5, 7]) {
    const own = (rig = await startSpotRig(formatOf('mp3'), 1000, { hls: true }));
    const written = writeSpot(own.folder, 1, await spotOf(1300, 3.5, 'mp3'), formatOf('mp3'));
    own.ads.setPlan(planOf([written], [plannedCampaign('Acme', 'DE', written)]));
    await own.ads.loaded();
    own.ads.refill();
    const play = playerOf(own, programme);
    play(seconds);
    const player = await openHlsPlayer(own.port, germany);
    await player.poll();
    own.ads.refill();
    own.bus.publish({ type: 'break', station, id: 'b', at: own.at(), ms: 4000, kind: 'hand' });
    play(4);
    own.bus.publish({ type: 'resume', station, id: 'b', at: own.at() });
    for (let n = 0; n < 4; n++) {
      play(6);
      await player.poll();
    }
    const heard = await detectTones(player.audio(), 'mp3', tones);
    expect(sequence(heard)).toEqual([440, 1300, 440]);
    expect(own.spots().map(({ quartile }) => quartile)).toEqual([0, 1, 2, 3, 4]);
    await own.close();
  }
  rig = undefined;
});
