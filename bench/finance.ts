import type { ClickHouseClient } from '@clickhouse/client';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { startAnalyticsSite, tablesExist } from './analytics-site.ts';
import { dateBefore, dayMs } from './periods.ts';
import type { Row } from './report.ts';
import { keyOf } from './spool-fill.ts';
import { bookFilledCampaigns, fillSpots } from './spots-fill.ts';
import { timedCalls, type TimedCall } from './timed-calls.ts';

type Size = { stations: number; campaigns: number; days: number; impressions: number; rounds: number };

const budget = { mostMs: 100, quantile: 0.95 } as const;
/** Of all stations in the bench's database, so of revenue and campaigns too. */
const zone = 'Europe/Berlin';

/**
 * Revenue and campaign reports over HTTP, on the real portal and ClickHouse: of the account with the most impressions, and of the
 * campaign with the most. What they say is compared with the raw impressions.
 */
export const benchFinance = async (folder: string, size: Size): Promise<Row[]> => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const site = await startAnalyticsSite(folder, size, () => undefined);
  const { db } = connectDatabase(site.portal.databaseUrl, 1);
  try {
    const { client } = site.clickhouse;
    await tablesExist(site, ['spots', 'revenue_days', 'campaign_sessions', 'revenue_quarters_of_podcast_spots']);
    const spots = { ...size, accounts: size.stations / 10 };
    await bookFilledCampaigns(db, spots);
    const begun = performance.now();
    await fillSpots(client, today, spots);
    const filled = (performance.now() - begun) / 1000;
    const { rows, replies } = await timedCalls(site, callsOf(today, size), size.rounds);
    return [
      {
        figure: `${size.impressions.toLocaleString('en')} impressions of ${String(size.campaigns)} campaigns`,
        ours: `filled in ${filled.toFixed(0)} s`,
        ...{ budget: '', pass: true },
      },
      ...rows,
      await exactness(client, replies),
    ];
  } finally {
    await db.destroy();
    await site.stop();
  }
};

const callsOf = (today: number, { days }: Size): TimedCall[] => {
  const base = `/v1/accounts/${keyOf('a', 1)}`;
  const period = `from=${dateBefore(today, days - 1)}&to=${dateBefore(today, 2)}`;
  const campaign = keyOf('c', 0);
  const title = `${String(days)} days`;
  return [
    { figure: `revenue of ${title} by the day`, path: `${base}/revenue/daily?${period}` },
    { figure: `campaign report of ${title}`, path: `${base}/campaigns/${campaign}/reports?${period}` },
    { figure: `revenue of ${title} by the month`, path: `${base}/revenue/monthly?${period}` },
    { figure: `revenue of ${title} by campaign`, path: `${base}/finance/breakdown?by=campaign&${period}` },
    {
      figure: `revenue of ${title} of a campaign by station`,
      path: `${base}/finance/breakdown?by=station&campaign=${keyOf('c', 1)}&${period}`,
    },
    { figure: 'the list of campaigns', path: `${base}/campaigns` },
    { figure: 'whether there is revenue', path: `${base}/hasFinancialData` },
  ].map((call) => ({ ...call, ...budget }));
};

type Revenue = { date: string; audioAdRevenue: number; audioAdImpressions: number }[];
type Report = { stats: { dailyImpressions: { date: string; impressions: number }[] } };

/** Compares the two main replies with sums over the raw impressions, by day of the zone. */
const exactness = async (clickhouse: ClickHouseClient, replies: readonly unknown[]): Promise<Row> => {
  const [revenue, { stats }] = replies as [Revenue, Report];
  const each = `sum(if(quartile = 0, 1, if(quartile = 5, -1, 0)))`;
  const raw = async <T>(columns: string, which: string): Promise<Map<string, T>> => {
    const query = `select toString(toDate(at, '${zone}')) as date, ${columns} from spots where ${which} group by date`;
    const rows = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<T & { date: string }>();
    return new Map(rows.map(({ date, ...row }) => [date, row as T]));
  };
  const earned = await raw<{ n: number; micros: number }>(
    `toFloat64(${each}) as n, toFloat64(sum(payout * if(quartile = 0, 1, if(quartile = 5, -1, 0)))) as micros`,
    `account = '${keyOf('a', 1)}' and payer <> account`,
  );
  const delivered = await raw<{ n: number }>(`toFloat64(${each}) as n`, `campaign = '${keyOf('c', 0)}'`);
  const wrong =
    revenue.filter(({ date, audioAdRevenue, audioAdImpressions }) => {
      const { n, micros } = earned.get(date) ?? { n: 0, micros: 0 };
      return audioAdImpressions !== n || Math.round(audioAdRevenue * 1e6) !== micros;
    }).length +
    stats.dailyImpressions.filter(({ date, impressions }) => impressions !== (delivered.get(date)?.n ?? 0)).length;
  const all = revenue.reduce((sum, { audioAdImpressions }) => sum + audioAdImpressions, 0);
  return {
    figure: 'days that differ from the raw impressions',
    ours: `${String(wrong)} of ${String(revenue.length + stats.dailyImpressions.length)}, of ${all.toLocaleString('en')} impressions that earned`,
    budget: 'none, to the micro',
    pass: wrong === 0 && all > 0,
  };
};
