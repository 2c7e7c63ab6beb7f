import { faultNames, faults, type FaultName } from './faults.ts';
import { networkOf } from './network.ts';
import { runOnce, settle, type Run } from './one-run.ts';
import { openStage } from './stage.ts';

/* What `npm run chaos -- --hosts` runs on the portal's host: `inside.ts PREFIX RUNS`. */

const takeoverAtMostMs = 10_000;

const main = async (prefix: string, count: number): Promise<string[]> => {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopping = true));
  const network = networkOf(prefix);
  const stage = await openStage(network);
  const runs: Run[] = [];
  try {
    await settle(stage);
    for (let at = 0; at < count; at += 1)
      for (const fault of faultNames) {
        if (isStopping) return ['FAIL: interrupted'];
        const run = await runOnce(stage, network, fault);
        runs.push(run);
        console.log(lineOf(runs.length, run));
      }
    console.log(`\n${tableOf(runs)}`);
    return failuresOf(runs);
  } finally {
    await stage.close();
  }
};

const lineOf = (number: number, { fault, engine, stations, takeoverMs, silenceMs, moved }: Run): string =>
  [
    `${String(number).padStart(4)} ${engine} ${fault.padEnd(12)} ${String(stations)} stations, ${String(moved)} moved`,
    ...(takeoverMs === undefined ? [] : [`took ${takeoverMs.toFixed(0)} ms`]),
    `silence ${silenceMs.toFixed(0)} ms`,
  ].join(', ');

const tableOf = (runs: readonly Run[]): string =>
  [
    '| engine | runs | takeover p50, ms | p99, ms | longest silence, ms | dropped | two owners heard | sound lost beside it | moves |',
    '|---|---|---|---|---|---|---|---|---|',
    ...faultNames.map((fault) =>
      rowOf(
        fault,
        runs.filter((run) => run.fault === fault),
      ),
    ),
  ].join('\n');

const rowOf = (fault: FaultName, runs: readonly Run[]): string => {
  const took = runs.flatMap(({ takeoverMs }) => takeoverMs ?? []).toSorted((a, b) => a - b);
  const rank = (part: number): string => took[Math.ceil(part * took.length) - 1]?.toFixed(0) ?? '–';
  const sum = (of: (run: Run) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const silence = Math.max(0, ...runs.map(({ silenceMs }) => silenceMs)).toFixed(0);
  const counts = [
    ...[sum(({ dropped }) => dropped), sum(({ mixed }) => mixed), sum(({ skipped }) => skipped)],
    sum(({ moved }) => moved),
  ];
  return `| ${[fault, runs.length, rank(0.5), rank(0.99), silence, ...counts].join(' | ')} |`;
};

const failuresOf = (runs: readonly Run[]): string[] =>
  runs.flatMap(({ fault, takeoverMs = 0, dropped, mixed, moved }, at) => {
    const wrong = [
      ...(takeoverMs > takeoverAtMostMs ? ['took too long'] : []),
      ...(dropped > 0 ? [`${String(dropped)} listeners disconnected`] : []),
      ...(mixed > 0 ? [`${String(mixed)} listeners heard two owners`] : []),
      ...(!faults[fault].moves && moved > 0 ? [`${String(moved)} stations moved`] : []),
    ];
    return wrong.map((one) => `FAIL: run ${String(at + 1)}, ${fault}: ${one}`);
  });

const [prefix = '', count = ''] = process.argv.slice(2);
const failures = await main(prefix, Number(count));
for (const line of failures) console.log(line);
process.exit(failures.length === 0 ? 0 : 1);
