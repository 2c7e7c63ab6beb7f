import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '#contract/accounts.ts';
import { players } from '#contract/players.ts';
import { stations } from '#contract/stations.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { conditionalHeaders, deliveryPid, measureLoad } from './delivery.ts';
import { pause } from './process-figures.ts';
import { end, freePort, start } from './programs.ts';
import type { Row } from './report.ts';

/** Pages of players a second, those that a browser has already, and the p95 of a title's way to all followers, ms. */
const budget = { pages: 5000, unchanged: 15_000, push: 200, kB: 25 };
/** Connections that one process may open. */
const perProcess = 10_000;

type Options = { seconds: number; followers: number };

/**
 * Embedded players: their pages from the delivery process, fresh and unchanged, and how long a title takes to many followers of one
 * station, each with a connection of its own.
 */
export const benchPlayers = async ({ seconds, followers }: Options): Promise<Row[]> => {
  const own = await freePort();
  const settings = { DELIVERY_PORT: String(own), DELIVERY_WORKERS: '1', TRUSTED_PROXIES: '127.0.0.1' };
  const product = await startProduct(settings);
  try {
    const { email, password } = product.admin;
    const call = await signInByPassword(product.url, email, password);
    const account = await call(accounts.create, { body: { company: 'Players', email } });
    const params = { id: account.key };
    const station = await call(stations.create, { params, body: { name: 'Players Radio' } });
    const { key } = await call(players.ofStation, { params: { id: station.key } });
    const target = { port: own, path: `/embed/${key}`, pid: deliveryPid(product.dataDir) };
    const pages = await measureLoad(target, { 'accept-encoding': 'gzip' }, seconds);
    const unchanged = await measureLoad(target, await conditionalHeaders(target), seconds);
    const rename = async (name: string): Promise<unknown> =>
      await call(stations.update, { params: { key: station.key }, body: { name } });
    const push = await measurePush(product, station.streamname, { followers, rename });
    return [
      rateRow('Pages of players (gzip)', pages, budget.pages),
      rateRow('Pages of players that have not changed (304)', unchanged, budget.unchanged),
      {
        figure: `A change for ${String(followers)} followers`,
        ours: `p95 ${push.p95.toFixed(0)} ms after the first, ${push.kB.toFixed(1)} kB each`,
        budget: `p95 ≤ ${budget.push} ms, ≤ ${budget.kB} kB`,
        pass: push.p95 <= budget.push && push.kB <= budget.kB,
      },
    ];
  } finally {
    await product.stop();
  }
};

type Rate = Awaited<ReturnType<typeof measureLoad>>;

const rateRow = (figure: string, { perSecond, perCore }: Rate, least: number): Row => ({
  figure,
  ours: `${perSecond.toFixed(0)}/s, ${perCore.toFixed(0)} a core second`,
  budget: `≥ ${least} a core second`,
  pass: perCore >= least,
});

const measurePush = async (
  product: Product,
  mount: string,
  { followers, rename }: { followers: number; rename(name: string): Promise<unknown> },
): Promise<{ p95: number; kB: number }> => {
  const pid = portalPid(product.dataDir);
  const before = residentKb(pid);
  const children: ChildProcess[] = [];
  for (let first = 0; first < followers; first += perProcess) {
    const count = Math.min(perProcess, followers - first);
    const args = [new URL(product.url).port, `/live/events?mounts=${mount}`, String(first), String(count)];
    const child = start([process.execPath, 'bench/follow.ts', ...args]);
    await once(child, 'message');
    children.push(child);
  }
  await pause(3000);
  const kB = (residentKb(pid) - before) / followers;
  for (const child of children) child.send('mark');
  const heard = children.map(async (child) => (await once(child, 'message')) as [{ times: number[] }]);
  await rename('Players Radio renamed');
  const times = (await Promise.all(heard)).flatMap(([{ times: own }]) => own).toSorted((one, other) => one - other);
  for (const child of children) await end(child, 'SIGKILL');
  return { p95: times[Math.floor(times.length * 0.95)]! - times[0]!, kB };
};

const portalPid = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'run', 'portal.json'), 'utf8')) as { pid: number }).pid;

/** The memory of a process, kB. */
const residentKb = (pid: number): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0);
