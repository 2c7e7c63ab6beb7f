import { Pool } from 'undici';
import type { AnalyticsSite } from './analytics-site.ts';
import { adminEmail } from './big-portal.ts';
import { cpuSeconds } from './process-figures.ts';
import { dateBefore } from './periods.ts';
import type { Row } from './report.ts';

/**
 * p95 of a report of one station or account, of the same about some of the listeners, which is counted from single sessions (ADR 113), and of
 * the whole portal. ADR 118 names the rows that exceed it at full size.
 */
const budgets = { one: 100, filtered: 1000, portal: 1000 } as const;

type Keys = { largest: string; middling: string; account: string };
/** `path` for round `n`: another period each time, as nobody requests the same one twice. */
type Case = { name: string; budget: keyof typeof budgets; path(n: number): string };
type Scope = { today: number; days: number; rounds: number };

/**
 * Every report over HTTP, one after the other, on an otherwise idle portal. For reference, the same ClickHouse hashes
 * ten million numbers: that tells a slow machine from a slow report.
 */
export const benchReports = async (site: AnalyticsSite, keys: Keys, scope: Scope): Promise<Row[]> => {
  const pool = new Pool(site.portal.url, { connections: 1, headersTimeout: 120_000 });
  const token = () => site.portal.issuer.token({ sub: 'admin', email: adminEmail });
  const scan = await reference(site, scope.rounds);
  const rows: Row[] = [
    {
      figure: 'ClickHouse: hashes of ten million numbers (the reference)',
      ours: `p50 ${scan.toFixed(1)} ms`,
      budget: '',
      pass: true,
    },
  ];
  for (const one of casesOf(keys, scope))
    rows.push(await measure(site, { pool, one, token: await token(), rounds: scope.rounds, scan }));
  await pool.close();
  return rows;
};

const casesOf = ({ largest, middling, account }: Keys, { today, days }: Scope): Case[] => {
  const longest = days - 1;
  const span = (length: number, n: number): string => {
    const end = 1 + (n % Math.max(1, days - length));
    return `from_date=${dateBefore(today, end + length - 1)}&to_date=${dateBefore(today, end)}`;
  };
  const everything = ['audience', 'previous', 'stations', 'leaving'].map((part) => `&include=${part}`).join('');
  const shapes = [
    { name: 'day by the minute', type: 'day', length: 1, frequency: 'minute', include: '' },
    { name: 'day by the hour, everything', type: 'day', length: 1, frequency: 'hour', include: everything },
    {
      name: '30 days by the hour, previous',
      type: 'period',
      length: 29,
      frequency: 'hour',
      include: '&include=previous',
    },
    { name: '30 days by the day, everything', type: 'period', length: 29, frequency: 'day', include: everything },
    { name: `${String(longest)} days by the day`, type: 'period', length: longest, frequency: 'day', include: '' },
    {
      name: `${String(longest)} days by the hour, leaving`,
      type: 'period',
      length: longest,
      frequency: 'hour',
      include: '&include=leaving',
    },
  ];
  // The page as it opens: a running period, compared with the previous one up to the same time.
  const running = `from_date=${dateBefore(today, 6)}&to_date=${dateBefore(today, 0)}&frequency=day`;
  const opened = (who: string, base: string): Case[] => [
    { name: `${who}: last 7 days, everything`, budget: 'one', path: () => `${base}${running}${everything}` },
    ...[7, 28].map((length): Case => ({
      name: `${who}: ${String(length)} days, one country, everything`,
      budget: 'filtered',
      path: (n) => `${base}${span(length, n)}&frequency=day${everything}&country=DE`,
    })),
  ];
  const reports = (who: string, budget: Case['budget'], base: string): Case[] =>
    shapes.map(({ name, type, length, frequency, include }) => ({
      name: `${who}: ${name}`,
      budget,
      path: (n) => `${base.replace('{type}', type)}${span(length, n)}&frequency=${frequency}${include}`,
    }));
  return [
    ...reports('largest station', 'one', `/v1/stations/stats/{type}?stationKeys=${largest}&`),
    ...reports('middling station', 'one', `/v1/stations/stats/{type}?stationKeys=${middling}&`),
    ...reports('account', 'one', `/v1/accounts/${account}/stats/{type}?`),
    ...reports('portal', 'portal', '/v1/portal/stats/{type}?'),
    ...opened('largest station', `/v1/stations/stats/period?stationKeys=${largest}&`),
    ...opened('account', `/v1/accounts/${account}/stats/period?`),
    {
      name: 'largest station: raw sessions of a week, first page',
      budget: 'one',
      path: (n) => `/v1/stations/${largest}/stats/detailed/preview?${span(7, n)}&limit=25`,
    },
    {
      name: 'largest station: performances of a week',
      budget: 'one',
      path: (n) => `/v1/stations/metadata/stats/period?${span(7, n)}&stationKeys=${largest}`,
    },
    { name: 'live: portal', budget: 'portal', path: () => '/v1/portal/stats/live' },
    { name: 'live: station', budget: 'one', path: () => `/v1/stations/${largest}/stats/live` },
    { name: 'live: account', budget: 'one', path: () => `/v1/accounts/${account}/stats/live` },
  ];
};

type Measured = { pool: Pool; one: Case; token: string; rounds: number; scan: number };

const measure = async (site: AnalyticsSite, { pool, one, token, rounds, scan }: Measured): Promise<Row> => {
  const ask = async (n: number): Promise<void> => {
    const path = one.path(n);
    const { statusCode, body } = await pool.request({
      path,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${String(statusCode)}: ${text.slice(0, 300)}`);
  };
  for (let n = 0; n < 3; n++) await ask(rounds + n);
  const used = () => cpuSeconds(site.portal.pid) + cpuSeconds(site.clickhouse.pid);
  const before = used();
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const startedAt = performance.now();
    await ask(n);
    times.push(performance.now() - startedAt);
  }
  const cpu = ((used() - before) / rounds) * 1000;
  const [p50, p95] = [shareOf(times, 0.5), shareOf(times, 0.95)];
  return {
    figure: one.name,
    ours: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${cpu.toFixed(0)} ms of CPU`,
    peer: `scan ${scan.toFixed(0)} ms`,
    ratio: p50 / scan,
    budget: `p95 ≤ ${String(budgets[one.budget])} ms`,
    pass: p95 <= budgets[one.budget],
  };
};

const reference = async ({ clickhouse }: AnalyticsSite, rounds: number): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const startedAt = performance.now();
    const query = `select sum(cityHash64(number, ${String(n)})) from numbers(10000000) settings max_threads = 1`;
    await (await clickhouse.client.query({ query, format: 'TabSeparated' })).text();
    times.push(performance.now() - startedAt);
  }
  return shareOf(times, 0.5);
};

/** By the nearest rank. */
const shareOf = (times: number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0;
};
