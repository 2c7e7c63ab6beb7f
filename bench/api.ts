import { createServer } from 'node:http';
import { once } from 'node:events';
import { Pool } from 'undici';
import { accounts } from '#contract/accounts.ts';
import { stations } from '#contract/stations.ts';
import { startProduct } from '../e2e/product.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import type { Row } from './report.ts';

const connections = 32;

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
    const [one, list, bare] = [
      await ask(product.url, `/v1/stations/${station.key}`, authorization, seconds),
      await ask(product.url, `/v1/accounts/${account.key}/stations/search`, authorization, seconds),
      await bareNode(size, seconds),
    ];
    return [rowOf('API: one station', one, bare), rowOf("API: an account's stations", list, bare)];
  } finally {
    await product.stop();
  }
};

type Rate = { perSecond: number; p99: number };

const rowOf = (figure: string, ours: Rate, bare: Rate): Row => ({
  figure,
  ours: `${ours.perSecond.toFixed(0)}/s, p99 ${ours.p99.toFixed(0)} ms`,
  peer: `${bare.perSecond.toFixed(0)}/s bare Node`,
  ratio: ours.perSecond / bare.perSecond,
  budget: 'none set',
  pass: true,
});

const ask = async (url: string, path: string, authorization: string, seconds: number): Promise<Rate> => {
  const pool = new Pool(url, { connections });
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answered ${String(statusCode)}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  await pool.close();
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
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
  const rate = await ask(`http://127.0.0.1:${String(port)}`, '/', 'none', seconds);
  server.closeAllConnections();
  server.close();
  return rate;
};
