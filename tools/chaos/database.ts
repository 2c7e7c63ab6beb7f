import { setTimeout as pause } from 'node:timers/promises';
import { stations } from '#contract/api/stations.ts';
import type { Product } from '../../e2e/product.ts';
import { listenWithReconnects } from '../../e2e/reconnecting-listener.ts';
import { addTracks, createTestStation } from '../../e2e/test-station.ts';
import { decode, longestSilence, toneRanges } from '../../e2e/tones.ts';
import { until } from './kill-part.ts';
import type { PostgresPair } from './postgres-pair.ts';

const promotedAfterMs = 3000;
const writesBackMs = 10_000;
const longestGapMs = 60;
const settleMs = 5000;

/**
 * Kills the primary database under writes and promotes its standby: writes are back within ten seconds, no acknowledged one is lost,
 * and a listener hears nothing of it.
 */
export const chaosDatabase = async (product: Product, pair: PostgresPair): Promise<string[]> => {
  const at = await createTestStation(product, 'Two Databases', 'Two Databases Radio');
  await addTracks(at, ['Concert Pitch'], 30);
  const params = { key: at.station };
  const { streamname } = await at.call(stations.get, { params });
  const url = `${product.streamUrl}/${streamname}`;
  await until(async () => (await fetch(url, { method: 'HEAD' })).ok, 'the station plays');
  const fan = await listenWithReconnects(url);
  const failures: string[] = [];
  let [acknowledged, attempted, refused, writtenAt, isOver] = [0, 0, 0, 0, false];
  const write = async (): Promise<void> => {
    while (!isOver) {
      attempted += 1;
      try {
        await at.call(stations.update, { params, body: { description: `Change ${attempted}` } });
        [acknowledged, writtenAt] = [attempted, performance.now()];
      } catch {
        refused += 1;
        await pause(50);
      }
    }
  };
  const storedChange = async (): Promise<number> =>
    Number((await at.call(stations.get, { params })).description.replace('Change ', ''));
  const writing = write();
  await pause(settleMs);
  const killedAt = performance.now();
  const before = acknowledged;
  await pair.kill();
  await pause(promotedAfterMs);
  if (acknowledged > before + 1) failures.push('FAIL: changes were acknowledged without a primary');
  await pair.promote();
  const promotedAt = performance.now();
  await until(() => Promise.resolve(writtenAt > promotedAt), 'a change is acknowledged');
  const back = writtenAt - promotedAt;
  const stored = await storedChange();
  if (stored < acknowledged) failures.push(`FAIL: change ${acknowledged} was acknowledged, ${stored} is stored`);
  if (back > writesBackMs) failures.push(`FAIL: changes were back ${back.toFixed(0)} ms after the promotion`);
  await pause(settleMs);
  isOver = true;
  await writing;
  const recordings = await fan.leave();
  const gap = longestSilence(afterFirstTone(toneRanges(await decode(recordings[0]!), [300]))) * 1000;
  if (recordings.length > 1 || gap > longestGapMs) failures.push('FAIL: the listener noticed');
  console.log(
    `Primary killed, promoted after ${((promotedAt - killedAt) / 1000).toFixed(1)} s; changes back ${back.toFixed(0)} ms later; ` +
      `${acknowledged} acknowledged, ${refused} refused; the listener: ${recordings.length} connection, silent for ${gap.toFixed(0)} ms at most.`,
  );
  return failures;
};

type Ranges = ReturnType<typeof toneRanges>;

const afterFirstTone = (ranges: Ranges): Ranges => ranges.slice(ranges.findIndex(({ hz }) => hz !== 0));
