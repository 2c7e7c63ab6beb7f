import { stations } from '#contract/api/stations.ts';
import { spotHz, stageAdvertising, type AdvertisingStage } from '../../e2e/advertising-stage.ts';
import type { Product } from '../../e2e/product.ts';
import { listenWithReconnects } from '../../e2e/reconnecting-listener.ts';
import { addTracks, createTestStation } from '../../e2e/test-station.ts';
import { decode, toneRanges } from '../../e2e/tones.ts';
import { killPart, pause, randomBy, until, type Part } from './kill-part.ts';

type Options = { kills: number; seed: number; listeners: number };

const parts: readonly Part[] = ['engine', 'portal', 'delivery', 'clickhouse'];
const programmeHz = 300;
/** A listener's player is this far behind what it received: a spot is heard so much later. */
const burstS = 5;
/** Batches, and the time between two looks. */
const slackS = 1.2;
/** The longest that a kill waits after its break began: the spot is counted until then. */
const longestWaitMs = 10_000;
/** After kills of ClickHouse, the portal may take this long to store what waits. */
const settledMs = 45_000;

/**
 * Kills parts at random while a break plays, with a goal that is soon lent out. What was counted is compared with what the
 * listeners' recordings contain: never more, and less only by one burst for each kill of the engine.
 */
export const chaosBreaks = async (product: Product, { kills, seed, listeners }: Options): Promise<string[]> => {
  const at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Concert Pitch'], 60);
  // What a killed engine had granted to its listeners, twice as many as these, is not heard before its lease is closed.
  const goal = listeners * (kills + 4);
  const stage = await stageAdvertising(at, goal);
  const { streamname } = await at.call(stations.get, { params: { key: at.station } });
  const url = `${product.streamUrl}/${streamname}`;
  await until(async () => (await fetch(url, { method: 'HEAD' })).ok, 'the station plays');
  const fans = await Promise.all(Array.from({ length: listeners }, () => listenWithReconnects(url)));
  const draw = randomBy(seed);
  const failures: string[] = [];
  let engineKills = 0;
  try {
    for (let count = 1; count <= kills; count++) {
      const withSpot = await breakOf(stage);
      await pause(draw() * longestWaitMs);
      const part = parts[Math.floor(draw() * parts.length)]!;
      await killPart(product, part);
      if (part === 'engine') engineKills += 1;
      const actual = await untilReported(stage);
      console.log(
        `${String(count).padStart(4)} ${part.padEnd(10)} ${withSpot} heard a spot, ${actual} of ${goal} counted`,
      );
      if (actual > goal) failures.push(`FAIL: ${actual} impressions of a goal of ${goal}`);
    }
    await pause(longestWaitMs);
    const counted = await settled(stage);
    const heard = await spotsIn((await Promise.all(fans.map((fan) => fan.leave()))).flat());
    console.log(
      `${counted} impressions counted; recordings contain ${heard.certain} to ${heard.possible}. Goal ${goal}.`,
    );
    const least = heard.certain - engineKills * listeners;
    return [
      ...failures,
      ...(counted > goal ? [`FAIL: ${counted} impressions of a goal of ${goal}`] : []),
      ...(counted > heard.possible ? ['FAIL: more impressions than were heard'] : []),
      ...(counted < least ? [`FAIL: fewer impressions than ${least}`] : []),
    ];
  } finally {
    await Promise.all(fans.map((fan) => fan.leave()));
  }
};

/** A break, as soon as a listener has a spot; none if the goal is reached. */
const breakOf = async (stage: AdvertisingStage): Promise<number> => {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(500)) {
    const withSpot = await stage.startBreak();
    if (withSpot > 0) return withSpot;
  }
  return 0;
};

const untilReported = async (stage: AdvertisingStage): Promise<number> => {
  let actual = 0;
  await until(async () => {
    actual = (await stage.report()).impressions.actual;
    return true;
  }, 'the report answers');
  return actual;
};

/** The count once it has not changed for some time. */
const settled = async (stage: AdvertisingStage): Promise<number> => {
  let [last, since] = [-1, 0];
  await until(async () => {
    const { actual } = (await stage.report()).impressions;
    if (actual !== last) [last, since] = [actual, Date.now()];
    return Date.now() - since > settledMs;
  }, 'the count is final');
  return last;
};

/** Spots of which the beginning was played before the connection ended: certainly, and perhaps. */
const spotsIn = async (recordings: readonly Buffer[]): Promise<{ certain: number; possible: number }> => {
  let [certain, possible] = [0, 0];
  for (const recording of recordings) {
    const ranges = toneRanges(await decode(recording), [programmeHz, spotHz]);
    const end = ranges.at(-1)?.to ?? 0;
    for (const { hz, from } of ranges.filter(({ to, from: begin }) => to - begin > 0.05)) {
      if (hz !== spotHz) continue;
      if (end - from >= burstS + slackS) certain += 1;
      if (end - from >= burstS - slackS) possible += 1;
    }
  }
  return { certain, possible };
};
