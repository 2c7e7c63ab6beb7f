import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { SpoolBatch, SpotEvent, StationDesired } from '#contract/engine/engine.ts';
import type { AdPlan, BreakStarted, PlannedCampaign, Spot } from '#contract/engine/engine-ads.ts';
import { renditionOf } from '#streaming/ads/spot-files.ts';
import { makeTone } from './audio.ts';
import { measure, startAudience, untilMessage, type Audience, type Measured } from './audience.ts';
import { median } from './median.ts';
import { pause } from './process-figures.ts';
import { end } from './programs.ts';
import type { Row } from './report.ts';
import { benchKey, benchStation, startEngine, startIcecast, type BenchEngine } from './servers.ts';

type Options = { folder: string; listeners: number; breaks: number };

const campaigns = 100;
const spotSeconds = 10;
const breakSeconds = 3 * spotSeconds;
/** From just before a break until its last spot is counted, which players have heard a burst later. */
const measuredSeconds = breakSeconds + 5;
/** The programme alone, before and after each break. */
const aloneSeconds = 10;
/** Three of them fill the break; each listener draws theirs, so nearly everyone has a pod of their own. */
const share = 0.08;
const hourMs = 3_600_000;
/** While a turn lasts, no other station is served. */
const mostTurnMs = 20;
/** With choosing and counting (ADR 48). */
const mostRatio = 1.1;

/**
 * CPU while every listener hears spots of their own, with choosing and counting them, beside the programme alone to the
 * same audience, and beside Icecast, which has no spots. Breaks alternate with the programme alone, as other work on the
 * machine comes and goes.
 */
export const benchAds = async ({ folder, listeners, breaks }: Options): Promise<Row[]> => {
  const spots = Array.from({ length: campaigns }, (_, at) => spotAt(folder, at));
  const icecast = await startIcecast(folder);
  const theirs = await measure(icecast, folder, listeners, aloneSeconds);
  await end(icecast.child);

  const engine = await startEngine(folder, undefined, ['--import', './bench/turn-watch.ts']);
  await engine.put(benchStation(0, ['low.mp3'], 4000));
  await lend(engine, spots, listeners);
  const audience = await startAudience(engine, folder, listeners);
  await warmUp(engine);
  const aloneMs = await longestTurn(engine, 0);
  const longestMs = await longestTurn(engine, breakSeconds);
  const { alone, broken } = await alternate(engine, audience, breaks);
  const { dropped } = await audience.measure(1);
  await audience.end();
  const heard = await spotsHeard(
    engine,
    broken.map(({ started }) => started.id),
  );
  await end(engine.child);

  const title = `${listeners} listeners × 128 kbit/s, ${heard.pods} different pods`;
  const percent = (all: readonly Pick<Measured, 'cpu'>[]): string =>
    `${all.map(({ cpu }) => cpu.toFixed(1)).join(', ')} %`;
  const ratios = broken.map(({ cpu }, at) => cpu / ((alone[at]!.cpu + alone[at + 1]!.cpu) / 2));
  const ratio = median(ratios);
  const received = Math.min(...broken.map((one) => one.received));
  return [
    {
      figure: `${title}: CPU of one core in a break`,
      ours: `${percent(broken)}, programme alone ${percent(alone)} (× ${ratios.map((one) => one.toFixed(2)).join(', ')})`,
      peer: `Icecast, no spots ${percent([theirs])}`,
      ratio,
      budget: `≤ ${mostRatio.toFixed(2)} × programme alone`,
      pass: ratio <= mostRatio,
    },
    {
      figure: `${title}: longest turn of the event loop in a break`,
      ours: `${longestMs.toFixed(1)} ms, programme alone ${aloneMs.toFixed(1)} ms`,
      budget: `≤ ${mostTurnMs} ms`,
      pass: longestMs <= mostTurnMs,
    },
    {
      figure: `${title}: dropped`,
      ours: `${dropped}`,
      peer: `Icecast ${theirs.dropped}`,
      budget: '0',
      pass: dropped === 0,
    },
    {
      figure: `${title}: sound the slowest got in a break`,
      ours: `${(received * 100).toFixed(1)} %`,
      peer: `Icecast ${(theirs.received * 100).toFixed(1)} %`,
      budget: '≥ 100 % less one write',
      pass: received >= 1 - 0.5 / measuredSeconds,
    },
    {
      figure: `${title}: impressions counted`,
      ours: `${heard.impressions}, ${heard.twice} twice`,
      budget: `each once, for all of ${heard.withSpot} who were given some in ${breaks} breaks`,
      pass: heard.twice === 0 && heard.listeners === heard.withSpot && heard.withSpot >= breaks * listeners * 0.98,
    },
  ];
};

type MeasuredBreak = Measured & { started: BreakStarted };

/** Breaks between phases of the programme alone; everything that a break costs is within its own phase. */
const alternate = async (
  engine: BenchEngine,
  audience: Audience,
  breaks: number,
): Promise<{ alone: Measured[]; broken: MeasuredBreak[] }> => {
  const alone = [await audience.measure(aloneSeconds)];
  const broken: MeasuredBreak[] = [];
  for (let at = 0; at < breaks; at++) {
    const measuring = audience.measure(measuredSeconds);
    await pause(500);
    const started = await startBreak(engine, breakSeconds);
    broken.push({ ...(await measuring), started });
    alone.push(await audience.measure(aloneSeconds));
  }
  return { alone, broken };
};

/** Tells the engine of the campaigns, and lends it enough of each for everyone. */
const lend = async (engine: BenchEngine, spots: Spot[], listeners: number): Promise<void> => {
  const planned = spots.map((spot, at) => campaignOf(spot, at));
  const plan: AdPlan = {
    ...{ revision: 1, spots, campaigns: planned },
    stations: [
      {
        ...{ key: benchKey('s', 0) as StationDesired['key'], timezone: 'UTC', language: '', category: 30 },
        breaks: { ...defaultBreakRules, preRoll: { enabled: false, maxSeconds: 30 } },
        campaigns: planned.map(({ key }) => key),
        withheld: [],
      },
    ],
  };
  await engine.call('PUT', '/ads', plan);
  const until = Date.now() + hourMs;
  const leases = planned.map(({ key }, at) => ({ id: spots[at]!.id, campaign: key, count: listeners * 4, until }));
  await engine.call('PUT', '/ads/leases', { leases });
};

const spotAt = (folder: string, at: number): Spot => {
  const path = `spot-${at}.mp3`;
  const file = join(folder, 'files', path);
  makeTone(file, 1000 + at * 10, spotSeconds);
  const data = readFileSync(file);
  const format = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 } as const;
  const { offsets, ms } = renditionOf(data, format);
  const sha256 = createHash('sha256').update(data).digest('hex');
  const size = { bytes: data.length, frames: offsets.length, duration: Math.round(ms * 1000) };
  return {
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as Spot['id'],
    files: [{ format, path, sha256, ...size }],
  };
};

const campaignOf = (spot: Spot, at: number): PlannedCampaign => ({
  ...{ key: benchKey('c', at) as PlannedCampaign['key'], account: benchKey('a', 1) as PlannedCampaign['account'] },
  ...{ advertiser: `Advertiser ${at}`, category: 'other', priority: 3, positions: ['mid'], schedule: null, link: '' },
  attempts: [{ rules: [], spot: spot.id }],
  limits: { perListener: [], perSession: null, minutesBetween: null },
  pace: [{ from: 0, share }],
  tightness: 0,
  until: Date.now() + hourMs,
});

/**
 * A first break: its listeners are known then, as in all but the first. The engine's code is compiled again and again in the
 * first two, which took up to 0.2 s of CPU; in the second one the longest turn is measured.
 */
const warmUp = async (engine: BenchEngine): Promise<void> => {
  await startBreak(engine, breakSeconds);
  await pause(measuredSeconds * 1000);
};

const startBreak = async (engine: BenchEngine, seconds: number): Promise<BreakStarted> => {
  const reply = await engine.call('POST', `/stations/${benchKey('s', 0)}/break`, { seconds });
  return (await reply.json()) as BreakStarted;
};

/**
 * The longest turn, ms of CPU, from before a break of so many seconds until everyone has heard all of it, or of 7 seconds
 * without a break; watching costs CPU too.
 */
const longestTurn = async (engine: BenchEngine, seconds: number): Promise<number> => {
  engine.child.send('watch turns');
  await pause(500);
  if (seconds > 0) await startBreak(engine, seconds);
  await pause((seconds + 7) * 1000);
  engine.child.send('report turns');
  const { longest } = (await untilMessage(engine.child, 'turns')) as { longest: number };
  return longest;
};

/**
 * What the engine recorded of some breaks, read from its spool after everyone left: how many heard something, and how many
 * were given spots (a listener counts in each break).
 */
const spotsHeard = async (
  engine: BenchEngine,
  breaks: readonly string[],
): Promise<{ impressions: number; listeners: number; withSpot: number; pods: number; twice: number }> => {
  const spots: SpotEvent[] = [];
  let withSpot = 0;
  for (;;) {
    const reply = await engine.call('GET', '/spool?wait=500');
    if (reply.status === 204) break;
    const { batch, events } = (await reply.json()) as SpoolBatch;
    for (const event of events) {
      if (event.type === 'spot' && breaks.includes(event.break_id ?? '')) spots.push(event);
      if (event.type === 'break' && breaks.includes(event.id)) withSpot += event.withSpot;
    }
    await engine.call('POST', '/spool/ack', { batch });
  }
  const begun = spots.filter(({ quartile }) => quartile === 0);
  const byListener = Map.groupBy(begun, ({ session, break_id }) => `${session} ${break_id}`);
  const pods = [...byListener.values()].map((one) => one.map(({ slot, spot }) => `${slot} ${spot}`).join());
  const ids = new Set(spots.map(({ session, break_id, slot, quartile }) => [session, break_id, slot, quartile].join()));
  return {
    ...{ impressions: begun.length, listeners: byListener.size, withSpot },
    ...{ pods: new Set(pods).size, twice: spots.length - ids.size },
  };
};
