import { Pool } from 'undici';
import type { AnalyticsSite } from './analytics-site.ts';
import { adminEmail } from './big-portal.ts';
import { cpuSeconds } from './process-figures.ts';
import type { Row } from './report.ts';

/** A call to measure: the body of a POST, and the budget in ms. */
export type TimedCall = { figure: string; path: string; body?: object; mostMs: number; quantile: 0.5 | 0.95 };

/** How long calls take over HTTP, the processor time of portal and ClickHouse, and how many rows ClickHouse reads for one. */
export const timedCalls = async (
  { portal, clickhouse }: AnalyticsSite,
  calls: readonly TimedCall[],
  rounds: number,
): Promise<{ rows: Row[]; replies: unknown[] }> => {
  const pool = new Pool(portal.url, { connections: 1, headersTimeout: 120_000 });
  const authorization = `Bearer ${await portal.issuer.token({ sub: 'admin', email: adminEmail })}`;
  const used = (): number => cpuSeconds(portal.pid) + cpuSeconds(clickhouse.pid);
  const rows: Row[] = [];
  const replies: unknown[] = [];
  for (const { figure, path, body, mostMs, quantile } of calls) {
    const call = async (): Promise<unknown> => {
      const reply = await pool.request({
        ...{ path, method: body ? 'POST' : 'GET', body: body ? JSON.stringify(body) : null },
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      });
      const text = await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`${path} answered ${String(reply.statusCode)}: ${text}`);
      return JSON.parse(text) as unknown;
    };
    // The first call of a portal compiles what it runs.
    replies.push(await call());
    const times: number[] = [];
    const [cpu, read] = [used(), await rowsRead(clickhouse.client)];
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      await call();
      times.push(performance.now() - from);
    }
    const ms = ((used() - cpu) / rounds) * 1000;
    const readEach = ((await rowsRead(clickhouse.client)) - read) / rounds;
    times.sort((one, other) => one - other);
    const at = (share: number): number => times[Math.ceil(times.length * share) - 1]!;
    rows.push({
      figure,
      ours: `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, ${ms.toFixed(0)} ms of CPU, ${Math.round(readEach).toLocaleString('en')} rows read`,
      budget: `p${String(quantile * 100)} ≤ ${String(mostMs)} ms`,
      pass: at(quantile) <= mostMs,
    });
  }
  await pool.close();
  return { rows, replies };
};

const rowsRead = async (client: AnalyticsSite['clickhouse']['client']): Promise<number> => {
  const query = `select toFloat64(sum(value)) as n from system.events where event = 'SelectedRows'`;
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: number }>();
  return row?.n ?? 0;
};
