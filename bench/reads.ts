import { Pool } from 'undici';
import { subjects } from './big-database.ts';
import { startBigPortal, type BigPortal } from './big-portal.ts';
import { measureLoad, type Rate } from './delivery.ts';
import { cpuSecondsOfTree, pause } from './process-figures.ts';
import { end, freePort, start } from './programs.ts';
import type { Row } from './report.ts';

/** Calls a second over 16 connections on two cores, which the portal shares with PostgreSQL and the load. */
const budget = { perSecond: 3000, p95: 30 };
const clients = 16;
/** At this rate p95 is measured. */
const paced = 300;

/**
 * The reads that a browser does most, by the owner of an account: calls a second as fast as they are answered, processor
 * time of one call, and p95 at 300 a second. Beside it bare Fastify that reads one row.
 */
export const benchReads = async (folder: string, seconds: number): Promise<Row[]> => {
  const portal = await startBigPortal(folder, { accounts: 2000, stations: 4000, users: 2000, tracks: 1000 });
  try {
    const token = await portal.issuer.token({ sub: subjects.owner, email: `${subjects.owner}@example.com` });
    const headers = { authorization: `Bearer ${token}` };
    const { station, account } = await keysOf(portal, headers);
    const bare = await measureBare(portal, station, seconds);
    const paths = [`stations/${station}`, 'stations/list', 'users/me', `accounts/${account}`];
    const rows: Row[] = [];
    for (const path of paths) rows.push(await measure(portal, { path: `/v1/${path}`, headers, seconds, bare }));
    return rows;
  } finally {
    await portal.stop();
  }
};

type Headers = Record<string, string>;

/** A station and the account of the owner. */
const keysOf = async ({ url }: BigPortal, headers: Headers): Promise<{ station: string; account: string }> => {
  const reply = await fetch(`${url}/v1/stations/list`, { headers });
  const { entities } = (await reply.json()) as { entities: { key: string; account_key: string }[] };
  const [first] = entities;
  if (!first) throw new Error('The owner has no station.');
  return { station: first.key, account: first.account_key };
};

const measureBare = async ({ databaseUrl }: BigPortal, station: string, seconds: number): Promise<Rate> => {
  const port = await freePort();
  const child = start([process.execPath, 'bench/bare-fastify.ts', String(port), databaseUrl]);
  await untilOpen(`http://127.0.0.1:${port}/stations/${station}`);
  const path = `/stations/${station}`;
  await measureLoad({ port, path, pid: child.pid, clients }, {}, seconds / 2);
  const rate = await measureLoad({ port, path, pid: child.pid, clients }, {}, seconds);
  await end(child);
  return rate;
};

const untilOpen = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return;
    await pause(100);
  }
  throw new Error(`${url} does not answer.`);
};

type Read = { path: string; headers: Headers; seconds: number; bare: Rate };

const measure = async (portal: BigPortal, { path, headers, seconds, bare }: Read): Promise<Row> => {
  const target = { port: Number(new URL(portal.url).port), path, pid: portal.pid, clients };
  // Warm-up: code runs slower before it is compiled.
  await measureLoad(target, headers, seconds / 2);
  const database = cpuSecondsOfTree(portal.databasePid);
  const rate = await measureLoad(target, headers, seconds);
  const databaseMs = ((cpuSecondsOfTree(portal.databasePid) - database) / (rate.perSecond * seconds)) * 1000;
  const p95 = await p95At(portal.url, path, headers, seconds);
  const cpu = `${(1000 / rate.perCore).toFixed(2)} ms of the portal, ${databaseMs.toFixed(2)} of PostgreSQL`;
  return {
    figure: `GET ${path.replace(/-\w{22}$/, '-…')}`,
    ours: `${rate.perSecond.toFixed(0)}/s, ${cpu}; p95 ${p95.toFixed(1)} ms at ${paced}/s`,
    peer: `${bare.perSecond.toFixed(0)}/s, ${(1000 / bare.perCore).toFixed(2)} ms: Fastify and one row`,
    ratio: rate.perSecond / bare.perSecond,
    budget: `≥ ${budget.perSecond}/s, p95 ≤ ${budget.p95} ms`,
    pass: rate.perSecond >= budget.perSecond && p95 <= budget.p95,
  };
};

/** The p95 in ms of calls that begin at an even pace, however long the earlier ones take. */
const p95At = async (url: string, path: string, headers: Headers, seconds: number): Promise<number> => {
  const pool = new Pool(url, { connections: clients });
  const times: number[] = [];
  const call = async (due: number): Promise<void> => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${path} answered ${String(statusCode)}`);
    times.push(performance.now() - due);
  };
  const from = performance.now();
  const calls: Promise<void>[] = [];
  for (let number = 0; number < paced * seconds; number++) {
    const due = from + (number * 1000) / paced;
    if (due > performance.now()) await pause(due - performance.now());
    calls.push(call(due));
  }
  await Promise.all(calls);
  await pool.close();
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)] ?? 0;
};
