import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { withSpot } from '#streaming/ads/survey.ts';
import type { ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { openHlsPlayer, type HlsPlayer } from './testing/hls-player.ts';
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
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: 1_800_000_000_000 }));
afterEach(async () => {
  vi.useRealTimers();
  await rig?.close();
  rig = undefined;
});

const formatOf = (codec: 'mp3' | 'aac'): StreamFormat => ({
  ...{ codec, sample_rate: 44_100, channels: 2, bitrate: 128_000 },
});
const millisecondsOf = (frame: ParsedFrame): number => frame.samples / 44.1;

/** Plays seconds of a programme one after the other, and lets as much time pass. */
const playerOf = ({ play }: SpotRig, programme: readonly ParsedFrame[]) => {
  let next = 0;
  return (seconds: number): void => {
    const count = Math.round((seconds * 1000) / millisecondsOf(programme[0]!));
    play(programme.slice(next, next + count));
    next += count;
    vi.advanceTimersByTime(seconds * 1000);
  };
};
const startBreak = ({ bus, at, ads }: SpotRig, id = 'b'): void => {
  ads.refill();
  bus.publish({ type: 'break', station, id, at: at(), ms: 20_000, kind: 'hand' });
};
const endBreak = ({ bus, at }: SpotRig, id = 'b'): void => bus.publish({ type: 'resume', station, id, at: at() });
const pollAll = async (players: readonly HlsPlayer[]): Promise<void> => {
  for (const player of players) await player.poll();
};

describe.each([
  { name: 'MP3 with a bit reservoir', codec: 'mp3', own: ['-b:a', '128k'] },
  { name: 'AAC', codec: 'aac', own: ['-b:a', '96k'] },
] as const)('in $name', ({ codec, own }) => {
  it('lets two HLS listeners hear their own spots in one break, and the same programme around them', async () => {
    const format = formatOf(codec);
    rig = await startSpotRig(format, 1000, { hls: true });
    const { ads, port } = rig;
    const long = writeSpot(rig.folder, 1, await spotOf(1300, 8, codec), format);
    const short = writeSpot(rig.folder, 2, await spotOf(2100, 2.5, codec), format);
    ads.setPlan(planOf([long, short], [plannedCampaign('Acme', 'DE', long), plannedCampaign('Bravo', 'FR', short)]));
    await ads.loaded();
    const play = playerOf(rig, framesOf(await encoded(swell(33), codec, own), codec));
    // A second into a segment.
    play(13);
    const all = await Promise.all([germany, france, greece].map((ip) => openHlsPlayer(port, ip)));
    await pollAll(all);
    ads.refill();
    expect(withSpot(ads.survey(station, 30_000))).toBe(2);
    const breakMs = rig.at() / 1000;
    startBreak(rig);
    play(long.files[0]!.duration / 1e6);
    await pollAll(all);
    const late = await openHlsPlayer(port, germany, 'late');
    // The spot ends with the break, and the programme's first frames need those that were never sent.
    endBreak(rig);
    play(5.5);
    await pollAll([...all, late]);
    play(6);
    await pollAll(all);

    const isOfLane = (name: string): boolean => name.split('.').length === 3;
    await expectOwnSpots(
      all.map((one) => one.audio()),
      codec,
      { breakMs, spots: [long, short] },
    );

    expect(new Set(all.map((one) => one.times().join())).size).toBe(1);
    const lanes = all.map((one) => one.names().filter(isOfLane));
    expect(lanes.map(({ length }) => length)).toEqual([2, 1, 0]);
    expect((await late.list()).filter(isOfLane)).toEqual([]);
    const counted = rig.spots().map(({ campaign, quartile }) => `${campaign.slice(2, 6)} ${quartile}`);
    const each = ['Acme', 'Brav'].flatMap((name) => [0, 1, 2, 3, 4].map((quartile) => `${name} ${quartile}`));
    expect([...counted].sort()).toEqual(each);
    expect(rig.spots()[0]).toMatchObject({ kind: 'mid', slot: 0, break_id: 'b', output: 'hls', station });
  });
});

describe('counting', () => {
  const format = formatOf('mp3');
  let programme: ParsedFrame[];
  let spot: Buffer;
  beforeAll(async () => {
    programme = framesOf(await encoded('sine=440:d=120', 'mp3', ['-b:a', '128k', '-reservoir', '0']), 'mp3');
    spot = await spotOf(1300, 8, 'mp3');
  });
  const prepare = async (agents: string[]) => {
    const own = (rig = await startSpotRig(format, 1000, { hls: true }));
    const written = writeSpot(own.folder, 1, spot, format);
    own.ads.setPlan(planOf([written], [plannedCampaign('Acme', 'DE', written)]));
    await own.ads.loaded();
    const play = playerOf(own, programme);
    // To the beginning of a segment.
    play(12.02);
    const players = await Promise.all(agents.map((agent) => openHlsPlayer(own.port, germany, agent)));
    await pollAll(players);
    return { rig: own, play, players };
  };
  const counted = ({ spots }: SpotRig): (string | number)[] =>
    spots().map(({ quartile, cut }) => (cut ? 'cut' : quartile));

  it('counts a segment once the next one is requested or it has had its time, and nothing that was not', async () => {
    const { rig: own, play, players } = await prepare(['stays', 'stays', 'leaves', 'reads lists only']);
    const [one, same, leaves, reader] = players as [HlsPlayer, HlsPlayer, HlsPlayer, HlsPlayer];
    startBreak(own);
    play(6);
    await pollAll([one, same, leaves]);
    await reader.list();
    expect(counted(own)).toEqual([]);
    play(3);
    endBreak(own);
    play(3);
    await one.poll();
    await reader.list();
    expect(counted(own)).toEqual([0, 1, 2]);
    await same.poll();
    expect(counted(own)).toEqual([0, 1, 2, 0, 1, 2]);
    const piece = await one.request(one.names().at(-1)!);
    expect(piece.headers.get('cache-control')).toBe('private, max-age=60, immutable');
    expect(one.names().at(-1)).not.toBe(same.names().at(-1));
    expect(one.audio().equals(same.audio())).toBe(true);
    play(4);
    await one.list();
    await reader.list();
    expect(counted(own)).toHaveLength(6);
    for (let n = 0; n < 8; n++) {
      play(4);
      await pollAll([one, same]);
      await reader.list();
    }
    expect(counted(own)).toEqual([0, 1, 2, 0, 1, 2, 3, 4, 3, 4]);
    const identities = own.spots().map((event) => `${event.session} ${event.quartile}`);
    expect(new Set(identities).size).toBe(10);
    for (let n = 0; n < 10; n++) {
      play(6);
      await reader.list();
    }
    own.ads.stop();
    const reasons = own.events.flatMap((event) => (event.type === 'ad-reasons' ? event.reasons : []));
    expect(reasons).toEqual([expect.objectContaining({ reason: 'left', count: 2 })]);
  });

  it('takes an impression back when its break is cut short', async () => {
    const { rig: own, play, players } = await prepare(['one']);
    startBreak(own);
    play(3);
    endBreak(own);
    play(6);
    await pollAll(players);
    play(6);
    await pollAll(players);
    expect(counted(own)).toEqual([]);
    play(3);
    startBreak(own, 'c');
    play(6);
    await pollAll(players);
    vi.advanceTimersByTime(9100);
    await players[0]!.list();
    expect(counted(own)).toEqual([0, 1, 2]);
    endBreak(own, 'c');
    play(6);
    await pollAll(players);
    play(6);
    await pollAll(players);
    expect(counted(own)).toEqual([0, 1, 2, 'cut']);
    const heard = await detectTones(players[0]!.audio(), 'mp3', tones);
    expect(sequence(heard)).toEqual([440, 1300, 440, 1300, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
  });

  it('counts nothing again after its process was restarted', async () => {
    const { rig: own, play, players } = await prepare(['one']);
    const [player] = players as [HlsPlayer];
    startBreak(own);
    play(6);
    await player.poll();
    play(3);
    endBreak(own);
    play(3);
    await player.poll();
    expect(counted(own)).toEqual([0, 1, 2]);
    const segment = player.names().at(-1)!;
    // A segment of the programme is the next one too, if no other player may have requested it.
    own.play(programme.slice(0, 240));
    await player.poll();
    expect(counted(own)).toEqual([0, 1, 2, 3, 4]);
    await own.close();
    const { rig: next, play: playOn } = await prepare(['another']);
    player.reconnect(next.port);
    expect((await player.request(segment)).status).toBe(404);
    for (let n = 0; n < 4; n++) {
      await player.poll();
      playOn(6);
    }
    expect(counted(next)).toEqual([]);
  });

  it('ends a spot when the engine restarts under it, and counts nothing again', async () => {
    const { rig: own, play, players } = await prepare(['one']);
    startBreak(own);
    play(7);
    await pollAll(players);
    own.restartClock();
    play(6);
    await pollAll(players);
    play(6);
    await pollAll(players);
    const [first, ...others] = players[0]!.names().filter((name) => name.split('.').length === 3);
    expect([first !== undefined, others.length]).toEqual([true, 0]);
    expect(counted(own).filter((one) => one === 0).length).toBeLessThanOrEqual(1);
    endBreak(own);
    play(6);
    await pollAll(players);
    const identities = own.spots().map(({ quartile, cut }) => `${quartile} ${cut}`);
    expect(new Set(identities).size).toBe(identities.length);
    const heard = await detectTones(players[0]!.audio(), 'mp3', tones);
    expect(sequence(heard)).toEqual([440, 1300, 440]);
  });
});
