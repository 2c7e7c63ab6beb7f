import type { ClickHouseClient } from '@clickhouse/client';
import { Pool } from 'undici';
import { startAnalyticsSite, type AnalyticsSite } from './analytics-site.ts';
import { adminEmail } from './big-portal.ts';
import { dateBefore, dayMs } from './periods.ts';
import { cpuSeconds, pause } from './process-figures.ts';
import type { Row } from './report.ts';
import { keyOf } from './spool-fill.ts';

type Size = { accounts: number; campaigns: number; days: number; rounds: number };

const stationsOfAccount = 10;
/** In the portal's database. */
const stations = 200;
const budgetMs = 100;

/**
 * The revenue of an account over HTTP, on the real portal and ClickHouse, where every campaign was heard on every station in every
 * quarter hour: more rows than any real account of this size has.
 */
export const benchFinance = async (folder: string, size: Size): Promise<Row[]> => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const site = await startAnalyticsSite(folder, { stations }, () => undefined);
  try {
    const rows = await fill(site.clickhouse.client, today, size);
    const account = keyOf<string>('a', 1);
    const base = `/v1/accounts/${account}`;
    const days = `from=${dateBefore(today, size.days)}&to=${dateBefore(today, 1)}`;
    const month = `from=${dateBefore(today, 30)}&to=${dateBefore(today, 1)}`;
    const campaign = keyOf<string>('c', 1);
    const title = `${rows.toLocaleString('en')} rows, ${String(size.accounts)} accounts`;
    return [
      await measure(site, size, `${title}: ${String(size.days)} days by the day`, `${base}/revenue/daily?${days}`),
      await measure(site, size, `${title}: ${String(size.days)} days by the month`, `${base}/revenue/monthly?${days}`),
      await measure(site, size, `${title}: 30 days by campaign`, `${base}/finance/breakdown?by=campaign&${month}`),
      await measure(
        site,
        size,
        `${title}: 30 days of a campaign by station`,
        `${base}/finance/breakdown?by=station&campaign=${campaign}&${month}`,
      ),
      await measure(site, size, `${title}: whether there is revenue`, `${base}/hasFinancialData`),
    ];
  } finally {
    await site.stop();
  }
};

/** Fills the sums of revenue, and returns how many rows they have. */
const fill = async (clickhouse: ClickHouseClient, today: number, size: Size): Promise<number> => {
  await untilThere(clickhouse);
  const { accounts, campaigns, days } = size;
  const rows = accounts * stationsOfAccount * campaigns;
  const keys = (letter: string, count: number): string =>
    `[${Array.from({ length: count }, (_, i) => `'${keyOf<string>(letter, i)}'`).join(',')}]`;
  for (let day = 1; day <= days; day++)
    await clickhouse.command({
      query: `insert into revenue_quarters select
          ${keys('a', accounts)}[1 + intDiv(n, ${String(stationsOfAccount * campaigns)})] as account,
          toDateTime(${String(today / 1000)} - ${String(day)} * 86400 + quarter * 900, 'UTC') as at,
          ${keys('s', accounts * stationsOfAccount)}[1 + intDiv(n, ${String(campaigns)})] as station,
          ${keys('c', campaigns)}[1 + n % ${String(campaigns)}] as campaign,
          '${keyOf<string>('a', accounts + 1)}' as payer, 900 as price, 'USD' as price_currency, 400 as payout, 'USD' as currency,
          1 + (n * 31 + quarter * 7) % 40 as impressions
        from (select number % ${String(rows)} as n, intDiv(number, ${String(rows)}) as quarter from numbers(${String(rows * 96)}))`,
      clickhouse_settings: { max_query_size: '1000000' },
    });
  const counted = await clickhouse.query({ query: 'select count() as n from revenue_quarters', format: 'JSONEachRow' });
  return Number((await counted.json<{ n: string }>())[0]?.n);
};

/** The portal creates the tables when it starts to record. */
const untilThere = async (clickhouse: ClickHouseClient): Promise<void> => {
  for (;;) {
    const query = `exists table revenue_quarters_of_podcast_spots`;
    const reply = await clickhouse.query({ query, format: 'JSONEachRow' });
    if (Number((await reply.json<{ result: number }>())[0]?.result) === 1) return;
    await pause(500);
  }
};

const measure = async (
  { portal, clickhouse }: AnalyticsSite,
  { rounds }: Size,
  figure: string,
  path: string,
): Promise<Row> => {
  const pool = new Pool(portal.url, { connections: 1 });
  const authorization = `Bearer ${await portal.issuer.token({ sub: 'admin', email: adminEmail })}`;
  const times: number[] = [];
  const used = (): number => cpuSeconds(portal.pid) + cpuSeconds(clickhouse.pid);
  const before = used();
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } });
    const text = await body.text();
    times.push(performance.now() - from);
    if (statusCode !== 200) throw new Error(`${path} answered ${String(statusCode)}: ${text}`);
  }
  const cpu = ((used() - before) / rounds) * 1000;
  await pool.close();
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return {
    figure,
    ours: `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, ${cpu.toFixed(0)} ms of CPU`,
    budget: `p95 ≤ ${String(budgetMs)} ms`,
    pass: at(0.95) <= budgetMs,
  };
};
