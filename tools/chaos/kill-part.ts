import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../../e2e/product.ts';

/** Where each part's process is recorded, below the data folder. */
const records = {
  engine: 'run/engine.json',
  portal: 'run/portal.json',
  delivery: 'run/delivery.json',
  calls: 'run/calls.json',
  clickhouse: 'clickhouse/child.json',
} as const;
export type Part = keyof typeof records;

const patienceMs = 180_000;

/** Kills a part; resolves with the time of the kill, once it and the portal are there again. */
export const killPart = async ({ dataDir, url }: Product, part: Part): Promise<number> => {
  const pid = pidOf(dataDir, part);
  if (pid === undefined) throw new Error(`${part} does not run.`);
  const killedAt = Date.now();
  process.kill(pid, 'SIGKILL');
  await until(() => Promise.resolve(![undefined, pid].includes(pidOf(dataDir, part))), `${part} has restarted`);
  await until(async () => (await fetch(`${url}/readyz`)).ok, 'the portal answers');
  return killedAt;
};

const pidOf = (dataDir: string, part: Part): number | undefined => {
  try {
    return (JSON.parse(readFileSync(join(dataDir, records[part]), 'utf8')) as { pid?: number }).pid;
  } catch {
    return undefined;
  }
};

/** Numbers from 0 to 1, the same for the same seed. */
export const randomBy = (seed: number): (() => number) => {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a condition; one that throws isn't reached yet. */
export const until = async (isReached: () => Promise<boolean>, what: string, everyMs = 200): Promise<void> => {
  for (const end = Date.now() + patienceMs; !(await isReached().catch(() => false)); await pause(everyMs))
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
};
