import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { accounts } from '#contract/api/accounts.ts';
import { stations } from '#contract/api/stations.ts';
import { startProduct } from '../e2e/product.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { cpuSeconds } from './process-figures.ts';
import type { Row } from './report.ts';

const connections = 32;
/** Calls a second that one core of the portal must answer, and the p95 of their times in ms. */
const budget = { station: 1500, list: 1000, p95: 50 };

/**
 * The API's throughput beside a bare Node server that sends an answer of the same size: what authentication,
 * authorization and two look-ups in PostgreSQL cost. Both are called over the same number of keep-alive connections.
 */
export const benchApi = async (seconds: number): Promise<Row[]> => {
  const product = await startProduct();
  try {
    const { email, password } = product.admin;
    const call = await signInByPassword(product.url, email, password);
    const account = await call(accounts.create, { body: { company: 'Throughput', email } });
    const params = { id: account.key };
    const station = await call(stations.create, { params, body: { name: 'Throughput Radio' } });
    const authorization = `Bearer ${await call.token()}`;
    const size = JSON.stringify(station).length;
    const portal = { url: product.url, pid: portalPid(product.dataDir) };
    const [single, list, own, bare] = [
      await ask(portal, `/v1/stations/${station.key}`, authorization, seconds),
      await ask(portal, '/v1/accounts/list', authorization, seconds),
      await ask(portal, `/v1/accounts/${account.key}/stations/search`, authorization, seconds),
      await bareNode(size, seconds),
    ];
    return [
      rowOf('API: one station', single, bare, budget.station),
      rowOf('API: list of accounts', list, bare, budget.list),
      rowOf("API: an account's stations", own, bare, budget.list),
    ];
  } finally {
    await product.stop();
  }
};

/** The process id of the portal, as the supervisor recorded it. */
const portalPid = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'run', 'portal.json'), 'utf8')) as { pid: number }).pid;

/** `perCore`: calls per CPU second of the process, which the load of other processes does not affect. */
type Rate = { perSecond: number; perCore: number; p95: number };
type Server = { url: string; pid: number };

const rowOf = (figure: string, ours: Rate, bare: Rate, perCore: number): Row => ({
  figure,
  ours: `${ours.perSecond.toFixed(0)}/s, ${ours.perCore.toFixed(0)} a core second, p95 ${ours.p95.toFixed(0)} ms`,
  peer: `${bare.perSecond.toFixed(0)}/s bare Node`,
  ratio: ours.perSecond / bare.perSecond,
  budget: `≥ ${perCore} a core second, p95 ≤ ${budget.p95} ms`,
  pass: ours.perCore >= perCore && ours.p95 <= budget.p95,
});

const ask = async ({ url, pid }: Server, path: string, authorization: string, seconds: number): Promise<Rate> => {
  const pool = new Pool(url, { connections });
  const times: number[] = [];
  const callUntil = async (until: number) => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answered ${String(statusCode)}`);
      times.push(performance.now() - startedAt);
    }
  };
  const all = (ms: number) => {
    const until = performance.now() + ms;
    return Promise.all(Array.from({ length: connections }, () => callUntil(until)));
  };
  // Warm-up: code runs slower before it is compiled.
  await all(seconds * 500);
  times.length = 0;
  const used = cpuSeconds(pid);
  await all(seconds * 1000);
  await pool.close();
  const core = cpuSeconds(pid) - used;
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  return { perSecond: times.length / seconds, perCore: times.length / core, p95 };
};

const bareNode = async (size: number, seconds: number): Promise<Rate> => {
  const answer = JSON.stringify({ text: 'x'.repeat(size) });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const rate = await ask({ url: `http://127.0.0.1:${String(port)}`, pid: process.pid }, '/', 'none', seconds);
  server.closeAllConnections();
  server.close();
  return rate;
};
