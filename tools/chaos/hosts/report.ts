import type { Comparison } from './count-listening.ts';
import { faultNames, faults, type FaultName } from './faults.ts';
import type { Load, Run } from './one-run.ts';

const takeoverAtMostMs = 10_000;
/** So many times the mean an engine may have, as by the rules of placement. */
const mostLoad = 1.25;

export type Counts = ReadonlyMap<FaultName, Comparison>;

/** What is said of each run when it is over. */
export const lineOf = (number: number, run: Run): string => {
  const { fault, engine, stations, moved, placedMs, takeoverMs, silencesMs } = run;
  return [
    `${String(number).padStart(4)} ${engine} ${fault.padEnd(12)} ${String(stations)} stations, ${String(moved)} moved`,
    ...(takeoverMs === undefined ? [] : [`placed after ${whole(placedMs ?? 0)}, took ${whole(takeoverMs)} ms`]),
    `silence ${whole(Math.max(0, ...silencesMs))} ms`,
  ].join(', ');
};

/** A row for each fault. */
export const tableOf = (runs: readonly Run[], counts: Counts): string =>
  [
    `| engine | ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length + 1)}`,
    ...faultNames.map((fault) => {
      const own = runs.filter((run) => run.fault === fault);
      return `| ${[fault, ...cellsOf(own, counts.get(fault))].join(' | ')} |`;
    }),
  ].join('\n');

const columns = [
  ...['runs', 'takeover p50, ms', 'p99', 'max', 'silence p50, ms', 'p99', 'max', 'track went on by, s'],
  ...['dropped', 'two owners heard', 'sound lost beside it', 'moves', 'most stations / mean'],
  ...['sessions', 'counted', 'slices', 'heard, s', 'counted, s'],
];

const cellsOf = (runs: readonly Run[], counted: Comparison | undefined): string[] => {
  const sum = (of: (run: Run) => number): string => String(runs.reduce((all, run) => all + of(run), 0));
  const jumps = runs.flatMap((run) => run.jumps).toSorted((a, b) => a - b);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return [
    String(runs.length),
    ...quantiles(runs.flatMap(({ takeoverMs }) => takeoverMs ?? [])),
    ...quantiles(runs.flatMap(({ silencesMs }) => silencesMs)),
    jumps.length === 0 ? '–' : `${jumps[0]!.toFixed(1)} to ${jumps.at(-1)!.toFixed(1)}`,
    ...[sum(({ dropped }) => dropped), sum(({ mixed }) => mixed), sum(({ skipped }) => skipped)],
    ...[sum(({ moved }) => moved), Math.max(0, ...runs.map(({ load }) => load.most / load.mean)).toFixed(2)],
    sum(({ records }) => records.length),
    ...(counted
      ? [String(counted.sessions), String(counted.slices), seconds(counted.heardMs), seconds(counted.countedMs)]
      : ['–', '–', '–', '–']),
  ];
};

const quantiles = (values: readonly number[]): string[] => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((part) => (sorted.length === 0 ? '–' : whole(sorted[rank(sorted.length, part)]!)));
};

const rank = (count: number, part: number): number => Math.ceil(part * count) - 1;
const whole = (ms: number): string => ms.toFixed(0);

/** What exceeds the budgets. */
export const failuresOf = (runs: readonly Run[], counts: Counts): string[] => [
  ...runs.flatMap((run, at) => wrongIn(run).map((one) => `FAIL: run ${String(at + 1)}, ${run.fault}: ${one}`)),
  ...faultNames.flatMap((fault) => {
    const took = runs.flatMap((run) => (run.fault === fault ? (run.takeoverMs ?? []) : [])).toSorted((a, b) => a - b);
    const p99 = took[rank(took.length, 0.99)] ?? 0;
    return p99 > takeoverAtMostMs ? [`FAIL: ${fault}: a takeover took ${whole(p99)} ms`] : [];
  }),
  ...[...counts].flatMap(([fault, { wrong }]) => wrong.map((one) => `FAIL: listening, ${fault}: ${one}`)),
];

const wrongIn = ({ fault, dropped, mixed, moved, load }: Run): string[] => [
  ...(dropped > 0 ? [`${String(dropped)} listeners disconnected`] : []),
  ...(mixed > 0 ? [`${String(mixed)} listeners heard another engine than their station had`] : []),
  ...(!faults[fault].moves && moved > 0 ? [`${String(moved)} stations moved`] : []),
  ...(isLevel(load) ? [] : [`${String(load.most)} stations at one engine, ${load.mean.toFixed(0)} in the mean`]),
];

/** Whether no engine has more than it may. */
export const isLevel = ({ most, mean }: Load): boolean => most <= Math.ceil(mostLoad * mean);
