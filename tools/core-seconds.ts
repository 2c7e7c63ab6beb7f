import { readFileSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Seconds of processor time by kind of process. */
type Costs = ReadonlyMap<string, number>;
type Row = { name: string; seconds: number; costs: Costs };
/** `own` and `ended`, of the children that have ended, are seconds of processor time. */
type Process = { kind: string; parent: number; birth: string; own: number; ended: number };

const root = new URL('..', import.meta.url).pathname;
/** Short enough to see most of the programs that tests start. */
const sampleMs = 500;
/** The unit of `/proc`, 10 ms on Linux. */
const ticksPerSecond = 100;

/**
 * Tells what each test file cost: processor time, wall time, and the kinds of process that the processor worked for. What the first
 * file makes the run start, such as PostgreSQL, counts for that file; what measuring costs counts for vitest.
 */
// Vitest takes a reporter's class from the default export.
// oxlint-disable-next-line import/no-default-export
export default class CoreSeconds implements Reporter {
  readonly #measure = measureFrom(process.pid);
  readonly #timer = setInterval(this.#measure, sampleMs);
  readonly #rows: Row[] = [];
  #before = this.#measure();
  #from = Date.now();

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#add(relative(root, moduleId));
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#add('(after the last file)');
    const sorted = this.#rows.toSorted((one, other) => sumOf(other.costs) - sumOf(one.costs));
    for (const row of [...sorted, totalOf(sorted)]) process.stdout.write(`${lineOf(row)}\n`);
  }

  #add(name: string): void {
    const [now, before] = [this.#measure(), this.#before];
    const costs = new Map([...now].map(([kind, cost]) => [kind, cost - (before.get(kind) ?? 0)]));
    this.#rows.push({ name, seconds: (Date.now() - this.#from) / 1000, costs });
    this.#before = now;
    this.#from = Date.now();
  }
}

/** Samples a process and all that it has started; returns what they have cost so far. */
const measureFrom = (pid: number): (() => Costs) => {
  const known = new Map<number, Process>();
  /** The costs of those that have ended, as last seen. */
  const past = new Map<string, number>();
  let seenEnded = 0;
  return () => {
    const running = processesBelow(pid, known);
    for (const [id, { kind, parent, birth, own }] of known) {
      if (running.get(id)?.birth === birth) continue;
      known.delete(id);
      past.set(kind, (past.get(kind) ?? 0) + own);
      // Otherwise its parent has ended, and no other process of the run counts it.
      if (parent !== 1) seenEnded += own;
    }
    const costs = new Map(past);
    let ended = 0;
    for (const [id, one] of running) {
      known.set(id, one);
      costs.set(one.kind, (costs.get(one.kind) ?? 0) + one.own);
      ended += one.ended;
    }
    return costs.set('brief programs', ended - seenEnded);
  };
};

/** All processes below `pid`, and those known to have been. */
const processesBelow = (pid: number, known: ReadonlyMap<number, Process>): Map<number, Process> => {
  const all = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(Number(name), known) : undefined;
    if (found !== undefined) all.set(Number(name), found);
  }
  const isBelow = (id: number): boolean => {
    const one = all.get(id);
    if (id === pid) return true;
    return one !== undefined && (known.get(id)?.birth === one.birth || isBelow(one.parent));
  };
  return new Map([...all].filter(([id]) => isBelow(id)));
};

const readProcess = (id: number, known: ReadonlyMap<number, Process>): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const secondsAt = (i: number) => Number(fields[i]) / ticksPerSecond;
    const birth = fields[19] ?? '';
    const before = known.get(id);
    const kind =
      before?.birth === birth && before.own > 0.1 ? before.kind : kindOf(readFileSync(`/proc/${id}/cmdline`, 'utf8'));
    const [own, ended] = [secondsAt(11) + secondsAt(12), secondsAt(13) + secondsAt(14)];
    return { kind, parent: Number(fields[1]), birth, own, ended };
  } catch {
    // It has ended.
    return undefined;
  }
};

const kinds: readonly (readonly [RegExp, string])[] = [
  [/--type=renderer/, 'pages'],
  [/--type=gpu/, 'Chromium: drawing'],
  [/chromium/, 'Chromium'],
  [/^postgres|\/postgres\0/, 'PostgreSQL'],
  [/clickhouse-child/, 'ClickHouse'],
  [/vitest[^\0]*worker|node \(vitest/, 'test worker'],
  [/vitest/, 'vitest'],
];

const kindOf = (command: string): string => {
  const kind = kinds.find(([pattern]) => pattern.test(command))?.[1];
  if (kind !== undefined) return kind;
  const [program = '', ...args] = command.split('\0');
  const script = /(?:^|\/)node$/.test(program) ? args.find((one) => /\.(?:ts|[cm]?js)$/.test(one)) : undefined;
  return relative(root, script ?? program)
    .split('/')
    .slice(-2)
    .join('/');
};

const sumOf = (costs: Costs): number => costs.values().reduce((sum, cost) => sum + cost, 0);

const totalOf = (rows: readonly Row[]): Row => {
  const costs = new Map<string, number>();
  for (const row of rows) for (const [kind, cost] of row.costs) costs.set(kind, (costs.get(kind) ?? 0) + cost);
  return { name: 'all', seconds: rows.reduce((sum, row) => sum + row.seconds, 0), costs };
};

const lineOf = ({ name, seconds, costs }: Row): string => {
  const parts = [...costs].filter(([, cost]) => cost >= 0.1).toSorted(([, one], [, other]) => other - one);
  const texts = parts.map(([kind, cost]) => `${kind} ${cost.toFixed(1)}`);
  return `${sumOf(costs).toFixed(1).padStart(7)} core-s ${seconds.toFixed(1).padStart(7)} s  ${name}: ${texts.join(', ')}`;
};
