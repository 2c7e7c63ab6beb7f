import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { accounts } from '#contract/accounts.ts';
import { stations } from '#contract/stations.ts';
import { startProduct } from '../e2e/product.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { cpuSeconds } from './process-figures.ts';
import type { Row } from './report.ts';

const connections = 32;
/** What one core of the portal must answer in a second (issue 3), and how late at most, one call in twenty aside. */
const budget = { station: 1500, list: 1000, p95: 50 };

/**
 * The API's throughput beside a bare Node server that sends an answer of the same size: what checking who calls,
 * whose it is and two look-ups in PostgreSQL leave of it. Both are asked over as many kept connections.
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
    const portal = { url: product.url, pid: portalOf(product.dataDir) };
    const [one, list, own, bare] = [
      await ask(portal, `/v1/stations/${station.key}`, authorization, seconds),
      await ask(portal, '/v1/accounts/list', authorization, seconds),
      await ask(portal, `/v1/accounts/${account.key}/stations/search`, authorization, seconds),
      await bareNode(size, seconds),
    ];
    return [
      rowOf('API: one station', one, bare, budget.station),
      rowOf('API: list of accounts', list, bare, budget.list),
      rowOf("API: an account's stations", own, bare, budget.list),
    ];
  } finally {
    await product.stop();
  }
};

/** Where the supervisor writes its portal down. */
const portalOf = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'run', 'portal.json'), 'utf8')) as { pid: number }).pid;

/** `perCore`: calls for a second of the process's own time, which others on the machine don't take from it. */
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
  const one = async (until: number) => {
    while (performance.now() < until) {
      const begun = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answered ${String(statusCode)}`);
      times.push(performance.now() - begun);
    }
  };
  const all = (ms: number) => {
    const until = performance.now() + ms;
    return Promise.all(Array.from({ length: connections }, () => one(until)));
  };
  // What runs for the first time is slower than what was compiled since.
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
