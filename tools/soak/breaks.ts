import { get } from 'node:http';
import { stations } from '#contract/api/stations.ts';
import { spotSeconds, stageAdvertising } from '../../e2e/advertising-stage.ts';
import { startProduct } from '../../e2e/product.ts';
import { addTracks, createTestStation } from '../../e2e/test-station.ts';

type Options = { minutes: number; everySeconds: number; listeners: number };
type Clock = { bytes(): number; lost(): boolean; leave(): void };

/** The programme and the spots are of 128 kbit/s: bytes are time. */
const bytesPerMs = 16;
const mostMs = 100;
const patienceMs = 120_000;
const samples = 40;

/**
 * Makes a break every so many seconds, of which some listeners hear a spot of a campaign that only reaches half of its
 * chances. Returns what failed: a listener whose clock left the others', was disconnected, or a wrong count.
 */
export const soakBreaks = async ({ minutes, everySeconds, listeners }: Options): Promise<string[]> => {
  const product = await startProduct();
  const clocks: Clock[] = [];
  try {
    const at = await createTestStation(product, 'Long Haul', 'Long Haul 1');
    await addTracks(at, ['Concert Pitch'], 60);
    // The goal runs out on the way: the last breaks are without a spot.
    const breaks = Math.floor((minutes * 60) / everySeconds);
    const goal = Math.max(1, Math.floor(listeners * breaks * 0.75));
    const stage = await stageAdvertising(at, goal);
    const { streamname } = await at.call(stations.get, { params: { key: at.station } });
    const url = `${product.streamUrl}/${streamname}`;
    await until(async () => (await fetch(url, { method: 'HEAD' })).ok, 'the station plays');
    for (let i = 0; i < listeners; i++) clocks.push(startClock(url));
    await until(() => Promise.resolve(clocks.every((clock) => clock.bytes() > 0)), 'everyone listens');
    await pause(5000);
    const start = await leadsOf(clocks);
    let [heard, widest, made] = [0, 0, 0];
    await until(async () => (heard += await stage.startBreak()) > 0, 'the first break');
    for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
      await pause(everySeconds * 1000);
      const now = await leadsOf(clocks);
      widest = Math.max(widest, ...now.map((lead, i) => Math.abs(lead - start[i]!)));
      made += 1;
      console.log(`| ${made} | ${heard} | ${(widest / bytesPerMs).toFixed(0)} ms |`);
      heard += await stage.startBreak();
    }
    await pause((spotSeconds + 20) * 1000);
    const { impressions } = await stage.report();
    console.log(`${impressions.actual} of ${goal} impressions counted, ${heard} spots chosen.`);
    return [
      ...(widest / bytesPerMs > mostMs
        ? [`FAIL: a listener's clock moved by ${(widest / bytesPerMs).toFixed(0)} ms`]
        : []),
      ...(clocks.some((clock) => clock.lost()) ? ['FAIL: a listener was disconnected'] : []),
      ...(impressions.actual > goal ? ['FAIL: more impressions than the goal'] : []),
      ...(impressions.actual > heard || impressions.actual === 0 ? ['FAIL: not the impressions that were heard'] : []),
    ];
  } finally {
    for (const clock of clocks) clock.leave();
    await product.stop();
  }
};

const startClock = (url: string): Clock => {
  let [bytes, isLost, hasLeft] = [0, false, false];
  const lose = (): void => void (isLost ||= !hasLeft);
  const request = get(url, (reply) => {
    reply.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('close', lose);
  });
  request.on('error', lose);
  return {
    bytes: () => bytes,
    lost: () => isLost,
    leave: () => {
      hasLeft = true;
      request.destroy();
    },
  };
};

/** Bytes by which each listener is ahead of the first one; the least of several looks, as a batch reaches one before another. */
const leadsOf = async (clocks: readonly Clock[]): Promise<number[]> => {
  const looks: number[][] = [];
  for (let i = 0; i < samples; i++) {
    looks.push(clocks.map((clock) => clock.bytes() - clocks[0]!.bytes()));
    await pause(25);
  }
  // The look in which most listeners had the same batches: the one that occurs most.
  const by = Map.groupBy(looks, (look) => look.join());
  return [...by.values()].toSorted((a, b) => b.length - a.length)[0]![0]!;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (isReached: () => Promise<boolean>, what: string): Promise<void> => {
  for (const end = Date.now() + patienceMs; !(await isReached().catch(() => false)); await pause(500))
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
};
