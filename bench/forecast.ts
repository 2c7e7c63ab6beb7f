import { sql } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { bookedCampaigns, planStations } from '#server/domains/campaigns/plan/plan.repo.ts';
import { pacesOf } from '#server/domains/campaigns/pacing/paces.ts';
import { buildAllSupply } from '#server/domains/campaigns/pacing/supply-build.ts';
import { supplyFor } from '#server/domains/campaigns/pacing/supply.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { startAnalyticsSite, tablesExist, type AnalyticsSite } from './analytics-site.ts';
import { fillListening } from './listening-fill.ts';
import { dayMs } from './periods.ts';
import type { Row } from './report.ts';
import { keyOf } from './spool-fill.ts';
import { timedCalls, type TimedCall } from './timed-calls.ts';

type Size = { stations: number; sessions: number; campaigns: number; rounds: number };

const days = 30;
const budgetMs = 300;
const minuteMs = 2000;

/** Pacing and forecasts on a filled database: the nightly supply, the plan of each minute, and the calls of the form. */
export const benchForecast = async (folder: string, size: Size): Promise<Row[]> => {
  const site = await startAnalyticsSite(folder, size, () => undefined);
  const { db } = connectDatabase(site.portal.databaseUrl, 2);
  try {
    const { stations, sessions } = size;
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    await tablesExist(site, [
      'slices',
      'ad_supply',
      'listening_buckets',
      'campaign_times',
      'revenue_quarters_of_podcast_spots',
    ]);
    await fillListening(site.clickhouse.client, today, { stations, accounts: stations / 10, days, sessions });
    await bookCampaigns(db, size);
    return [
      await supplyRow(site, db, size),
      await paceRow(site, db),
      ...(await timedCalls(site, callsOf(), size.rounds)).rows,
    ];
  } finally {
    await db.destroy();
    await site.stop();
  }
};

/** Audio ads on all stations, and campaigns of the network and of each account, a few of them with places. */
const bookCampaigns = async (db: Db, { campaigns, stations }: Size): Promise<void> => {
  await sql`update stations set audioads = true`.execute(db);
  await sql`insert into audio_ads (station_key, breaks, network_ads, approval) select key, '{}', true, 'auto' from stations
    on conflict do nothing`.execute(db);
  for (let n = 0; n < campaigns; n++) {
    const key = keyOf('c', n);
    const account = keyOf('a', 1 + (n % (stations / 10)));
    await sql`insert into campaigns (key, account_key, network, name, category, priority, impression_limit, start_date, end_date,
        timezone, rate_limiting, positions, price_micros, currency)
      values (${key}, ${account}, ${n % 10 === 0}, ${`Campaign ${String(n)}`}, 'other', ${3 + (n % 2)}, ${10_000 + n * 100},
        current_date - 3, current_date + ${5 + (n % 25)}::int, 'UTC',
        '{"pacing":"even","perListener":[{"count":2,"seconds":3600}],"perSession":null,"perDay":null,"minutesBetween":null}',
        '{pre,mid}', 400, 'USD')`.execute(db);
    const rules =
      n % 3 === 0 ? [{ targets: [{ type: 'location', path: places[n % places.length] }], isNegated: false }] : [];
    await sql`insert into campaign_attempts (campaign_key, ord, rules) values (${key}, 1, ${JSON.stringify(rules)})`.execute(
      db,
    );
  }
};
const places = ['DE', 'GR', 'US', 'FR', 'GB'];

const supplyRow = async ({ clickhouse }: AnalyticsSite, db: Db, { stations, sessions }: Size): Promise<Row> => {
  const from = performance.now();
  await buildAllSupply({ db, clickhouse: clickhouse.client, clock: { now: () => new Date() } });
  return {
    figure: `supply of ${String(stations)} stations, of ${sessions.toLocaleString('en')} sessions, each night`,
    ours: `${((performance.now() - from) / 1000).toFixed(0)} s`,
    budget: '',
    pass: true,
  };
};

const paceRow = async ({ clickhouse }: AnalyticsSite, db: Db): Promise<Row> => {
  const now = Date.now();
  const [stations, campaigns] = [await planStations(db), await bookedCampaigns(db, new Date(now), 0)];
  const read = performance.now();
  const cells = await supplyFor({ db, clickhouse: clickhouse.client }, { stations, campaigns }, now);
  const readMs = performance.now() - read;
  await turn();
  const from = performance.now();
  await pacesOf(campaigns, cells, new Map(), now);
  const ms = performance.now() - from;
  return {
    figure: `paces of ${String(campaigns.length)} campaigns at ${String(stations.length)} stations, each minute`,
    ours: `${ms.toFixed(0)} ms for ${String(cells.length)} cells, read in ${readMs.toFixed(0)} ms`,
    budget: `≤ ${String(minuteMs)} ms`,
    pass: ms <= minuteMs,
  };
};

/** Inventory and forecasts of the account with the most listening. */
const callsOf = (): TimedCall[] => {
  const account = `/v1/accounts/${keyOf('a', 1)}/campaigns`;
  const day = (ahead: number): string => new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10);
  const [from, to] = [day(1), day(28)];
  const rules = [{ targets: [{ type: 'location', path: 'DE' }], isNegated: false }];
  const draft = { impressionLimit: 1_000_000_000, startDate: from, endDate: to, timezone: 'UTC' };
  const limited = {
    ...{ positions: ['mid'], schedule: [{ days: [1, 2, 3, 4, 5], from: 360, to: 600 }] },
    rateLimiting: {
      ...{ pacing: 'even', perSession: null, perDay: 200_000, minutesBetween: null },
      perListener: [{ count: 2, seconds: 86_400 }],
    },
  };
  const inventory = `${account}/rules/inventory?from=${from}&to=${to}`;
  const forecast = { path: `${account}/forecast`, mostMs: budgetMs, quantile: 0.95 } as const;
  return [
    { figure: 'inventory of 28 days', path: inventory, body: rules, mostMs: budgetMs, quantile: 0.95 },
    {
      ...{ figure: 'forecast of a campaign that is met', ...forecast },
      body: { ...draft, impressionLimit: 1000, providerRuleChains: [{ rules }] },
    },
    {
      ...{ figure: 'forecast of one with four limits, beyond reach', ...forecast },
      body: { ...draft, ...limited, providerRuleChains: [{ rules }] },
    },
  ];
};
