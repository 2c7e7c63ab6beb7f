import { pause } from '../kill-part.ts';
import { compareListening, countedSlices, type Comparison } from './count-listening.ts';
import { engineIds, type EngineId } from './engines-on-hosts.ts';
import { faultNames, type FaultName } from './faults.ts';
import { named } from './listeners.ts';
import { networkOf } from './network.ts';
import { loadOf, runOnce, type Run } from './one-run.ts';
import { failuresOf, isLevel, lineOf, tableOf } from './report.ts';
import { openStage, type Stage } from './stage.ts';

/* What `npm run chaos -- --hosts` runs on the first portal's host: `inside.ts PREFIX RUNS STATIONS`, these for each engine. */

/** What is heard is counted after a minute at most; an engine that was lost is asked again after fifteen seconds. */
const countedWithinMs = 90_000;

const main = async (prefix: string, count: number, perEngine: number): Promise<string[]> => {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopping = true));
  const network = networkOf(prefix);
  const stage = await openStage(network, perEngine);
  const runs: Run[] = [];
  const failures: string[] = [];
  try {
    const load = await loadOf(stage, engineIds);
    console.log(`The most stations of an engine: ${String(load.most)}, the mean: ${load.mean.toFixed(0)}.`);
    if (!isLevel(load)) failures.push('FAIL: the stations are not shared evenly');
    const used: EngineId[] = [];
    for (const id of engineIds) if ((await stage.placedAt(id)).length > 0) used.push(id);
    for (let at = 0; at < count * faultNames.length && !isStopping; at += 1) {
      const fault = faultNames[at % faultNames.length]!;
      const engine = used[Math.floor(at / faultNames.length) % used.length]!;
      const startedAt = performance.now();
      const run = await runOnce(stage, network, { fault, engine, number: at + 1 });
      runs.push(run);
      console.log(`${lineOf(runs.length, run)}; ${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
    }
    if (isStopping) failures.push('FAIL: interrupted');
  } catch (error) {
    failures.push(`FAIL: ${String(error)}`);
  }
  try {
    const counts = await countAll(stage, runs);
    console.log(`\n${tableOf(runs, counts)}\n`);
    return [...failures, ...failuresOf(runs, counts)];
  } finally {
    await stage.close();
  }
};

/** The listening of each fault's runs, once all of it is counted, or it is too late. */
const countAll = async (stage: Stage, runs: readonly Run[]): Promise<Map<FaultName, Comparison>> => {
  for (const end = Date.now() + countedWithinMs; ; await pause(1000)) {
    const slices = await countedSlices(stage.clickhouse, named);
    const counts = new Map(
      [...Map.groupBy(runs, ({ fault }) => fault)].map(([fault, own]) => [
        fault,
        compareListening(
          own.flatMap(({ records }) => records),
          slices,
        ),
      ]),
    );
    if ([...counts.values()].every(({ wrong }) => wrong.length === 0) || Date.now() > end) return counts;
  }
};

const [prefix = '', count = '', perEngine = ''] = process.argv.slice(2);
const failures = await main(prefix, Number(count), Number(perEngine));
for (const line of failures) console.log(line);
console.log(failures.length === 0 ? 'All budgets hold.' : `${String(failures.length)} failures.`);
process.exit(failures.length === 0 ? 0 : 1);
