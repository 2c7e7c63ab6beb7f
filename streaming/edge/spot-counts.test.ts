import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { SpotEvent, StreamFormat } from '#contract/engine/engine.ts';
import type { FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { createChannelBreaks } from './channel-breaks.ts';
import { createCohorts, type Listener } from './cohorts.ts';
import { createHearing } from './hearing.ts';
import type { Session } from './sessions.ts';
import { plannedCampaign, planOf, startSpotRig, station, writeSpot } from './testing/spot-rig.ts';

const mp3: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
const germany = '192.0.2.49';
const frameMs = 1152 / 44.1;
let rig: Awaited<ReturnType<typeof startSpotRig>> | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const framesOf = async (hertz: number, seconds: number): Promise<ParsedFrame[]> =>
  createFrameParser('mp3').push(await encoded(hertz, seconds));
const encoded = (hertz: number, seconds: number): Promise<Buffer> =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', `sine=${hertz}:d=${seconds}`, '-ac', '2', '-ar', '44100', '-c:a', 'libmp3lame'],
    ...['-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
  ]);
const lasting = (frames: ParsedFrame[], ms: number): ParsedFrame[] => frames.slice(0, Math.round(ms / frameMs));

it('counts no spot before the stream for one who reads the burst and leaves after 2 seconds, but for one who stays', async () => {
  rig = await startSpotRig(mp3);
  const { ads, play, events } = rig;
  const written = writeSpot(rig.folder, 1, await encoded(1300, 6), mp3);
  const plan = planOf([written], [plannedCampaign('Acme', 'DE', written)]);
  ads.setPlan({ ...plan, stations: [{ ...plan.stations[0]!, breaks: defaultBreakRules }] });
  await ads.loaded();
  const programme = await framesOf(440, 8);
  play(lasting(programme, 2000));
  const leaves = await rig.listen(germany, { 'User-Agent': 'Probe' });
  const stays = await rig.listen(germany, { 'User-Agent': 'VLC' });
  play(lasting(programme, 2000));
  await expect.poll(() => leaves.audio().length).toBeGreaterThan(0);
  expect(rig.spots()).toEqual([]);
  leaves.close();
  await expect.poll(() => ads.survey(station, 30_000).listeners).toBe(1);
  play(lasting(programme, 1500));
  expect(rig.spots().map(({ quartile, user_agent }) => `${user_agent} ${quartile}`)).toEqual([
    'VLC 0',
    'VLC 1',
    'VLC 2',
  ]);
  stays.close();
  await expect.poll(() => ads.survey(station, 30_000).listeners).toBe(0);
  ads.stop();
  const counted = events.flatMap((event) => (event.type === 'ad-reasons' ? event.reasons : []));
  expect(counted).toEqual([expect.objectContaining({ reason: 'left', count: 1 })]);
});

it('keeps the caps of ten thousand listeners, each at their own address', async () => {
  rig = await startSpotRig(mp3);
  const { ads, events } = rig;
  const written = writeSpot(rig.folder, 1, await encoded(1300, 1), mp3);
  const limits = { perListener: [{ count: 2, seconds: 3600 }], perSession: null, minutesBetween: null };
  const campaign = plannedCampaign('Acme', '', written, { limits, attempts: [{ rules: [], spot: written.id }] });
  ads.setPlan(planOf([written], [campaign]));
  await ads.loaded();
  ads.grant([{ lease: written.id, campaign: campaign.key, count: 100_000, until: Date.now() + 3_600_000 }]);
  const head = { station, format: mp3 } as StationHead;
  const [listeners, breaks] = [10_000, 3];
  const ipOf = (at: number): string => (at % 2 ? `10.0.${at >> 8}.${at & 255}` : `2001:db8:${at.toString(16)}::1`);
  const heard = new Map<string, number>();
  for (let round = 0; round < breaks; round++)
    for (let at = 0; at < listeners; at++) {
      // A new connection each time, as after a reconnect; in its network, an IPv6 device has another address.
      const ip = at % 2 ? ipOf(at) : `${ipOf(at)}${round}`;
      const session = { station, ip, user_agent: 'VLC', output: 'stream' } as Session;
      const spots = ads.choose(session, head, { ms: 30_000, position: 'mid' }).length;
      heard.set(ipOf(at), (heard.get(ipOf(at)) ?? 0) + spots);
    }
  expect(heard.size).toBe(listeners);
  expect(new Set(heard.values())).toEqual(new Set([2]));
  ads.stop();
  const counted = events.flatMap((event) => (event.type === 'ad-reasons' ? event.reasons : []));
  expect(counted).toEqual([{ campaign: campaign.key, reason: 'cap', count: listeners * (breaks - 2) }]);
});

it('counts listeners with spots of their own a few in each turn, and records those of a turn at once', () => {
  const cohorts = createCohorts();
  const reports: number[] = [];
  const rendition = { data: Buffer.alloc(100), offsets: Array.from({ length: 100 }, (_, at) => at), ms: 100 * frameMs };
  let number = 0;
  const breaks = createChannelBreaks({
    ...{
      cohorts,
      perTurn: 2,
      recent: () => [],
      head: () => ({ station, format: mp3, burst_ms: 1000 }) as StationHead,
    },
    ads: {
      choose: () => {
        const campaign = plannedCampaign(`A${++number}`, '', { id: 'spot', files: [] });
        return [{ campaign, spot: 'spot', lease: `${number}`, ms: rendition.ms, rendition }];
      },
      report: (events) => void reports.push(events.length),
      ...{ preRoll: () => [], left() {}, giveBack() {}, refused() {}, chosen() {} },
    },
  });
  for (let at = 0; at < 5; at++) {
    const socket = { writableLength: 0, destroyed: false } as Socket;
    cohorts.add({ socket, session: { station, session: `${at}` } as Session, seen: 0 }, null, 0);
  }
  const begun = [...breaks.begin({ type: 'break', station, id: 'b', at: 0, ms: 5000, kind: 'hand' }, 0)];
  expect([begun.length, cohorts.all().length]).toEqual([2, 5]);
  const count = (at: number): number => [...breaks.count({ at, duration: 0 } as FrameBatch)].length;
  expect([count(900_000), reports]).toEqual([0, []]);
  expect([count(1_000_000), reports]).toEqual([2, [2, 2, 1]]);
  expect([count(1_100_000), reports.length]).toEqual([0, 3]);
});

describe('of one spot', () => {
  const listener = (session: string): Listener => ({ session: { session, station } }) as unknown as Listener;
  const hearing = (isThrough: (one: Listener) => boolean) => {
    const [events, back] = [[] as SpotEvent[], [] as string[]];
    const campaign = plannedCampaign('Acme', '', { id: 'spot', files: [] });
    const own = createHearing({
      ...{ breakId: 'b', kind: 'mid', isThrough, perTurn: 250, refused() {} },
      report: (some) => void events.push(...some),
      giveBack: (_, __, lease) => void back.push(lease),
    });
    const spots = [{ campaign, spot: 'spot', from: 0, to: 30_000_000 }];
    const played = (seconds: number): void => void [...own.advance(seconds * 1e6)];
    const of = (session: string) => events.filter((one) => one.session === session).map(({ quartile }) => quartile);
    const add = (one: Listener, lease: string): void => own.add(one, spots, [lease]);
    return { own, campaign, add, leave: own.remove, back, played, of };
  };

  it('the third quarter is counted for one who leaves at 76 %, not for one who leaves at 74 %', () => {
    const { add, leave, played, of, back } = hearing(() => true);
    const [early, late] = [listener('early'), listener('late')];
    add(early, 'one');
    add(late, 'two');
    played(0.74 * 30);
    leave(early);
    played(0.76 * 30);
    leave(late);
    played(30);
    expect([of('early'), of('late'), back]).toEqual([[0, 1, 2], [0, 1, 2, 3], []]);
  });

  it('an impression of a break that is cut twice is used again once', () => {
    const { own, campaign, played, of, back } = hearing(() => true);
    const spots = [0, 1].map((at) => ({ campaign, spot: 'spot', from: at * 30_000_000, to: (at + 1) * 30_000_000 }));
    own.add(listener('one'), spots, ['first', 'second']);
    played(10);
    for (const end of [28e6, 27e6]) for (const _turn of own.cut(end));
    played(60);
    expect([of('one'), back]).toEqual([[0, 1, 2, 3], ['second']]);
  });

  it('nothing is counted while what was played has not left the process, and the impression is used again', () => {
    const stalled = listener('stalled');
    let isStalled = true;
    const { add, played, of, back } = hearing((one) => one !== stalled || !isStalled);
    add(stalled, 'one');
    add(listener('other'), 'two');
    played(10);
    expect([of('stalled'), of('other')]).toEqual([[], [0, 1]]);
    isStalled = false;
    played(16);
    expect(of('stalled')).toEqual([0, 1, 2]);
    isStalled = true;
    const gone = hearing(() => false);
    gone.add(stalled, 'three');
    gone.played(30);
    gone.leave(stalled);
    expect([gone.of('stalled'), gone.back, back]).toEqual([[], ['three'], []]);
  });
});
