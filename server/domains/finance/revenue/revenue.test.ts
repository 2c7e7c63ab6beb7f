import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { finance, type RevenueFrequency } from '#contract/api/finance.ts';
import type { SpotEvent } from '#contract/engine/engine.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { forgetListening } from '#server/domains/analytics/forget-stations.ts';
import type { HeardSpot } from '#server/domains/podcasts/stats/count-spots.service.ts';
import { newKey } from '#server/kernel/keys.ts';
import { continuePrices, priceOldSpots } from '../prices/price-old-spots.ts';
import { countPriced } from '../prices/price-spots.service.ts';
import { financeWorld, impression, type FinanceWorld } from '../testing/finance-world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/*
 * An oracle adds up what the test recorded: each impression with the price of when it was heard, by its own arithmetic.
 */

let world: FinanceWorld;
let earner: AccountKey;
let advertiser: AccountKey;
let stations: StationKey[];
let network: CampaignKey;
let own: CampaignKey;

const zoneAhead = 2 * hourMs;
const rateChanged = Date.parse('2026-11-10T15:07:00Z');
type Counted = {
  account: AccountKey;
  station: StationKey;
  campaign: CampaignKey;
  at: number;
  micros: number;
  own: number;
};
const heard: Counted[] = [];

beforeAll(async () => {
  world = await financeWorld('2026-10-01T00:00:00Z');
  earner = await world.portal.make.account();
  advertiser = await world.portal.make.account();
  // Athens, two hours ahead in November.
  stations = [await world.station(earner, 'Europe/Athens'), await world.station(earner, 'Europe/Athens')];
  network = await world.campaign(advertiser, 900);
  own = await world.campaign(earner, 333);
  await world.setRate(earner, 55);
  world.setClock(new Date(rateChanged).toISOString());
  await world.setRate(earner, 71);
  world.setClock('2026-11-24T12:00:00Z');
});
afterAll(() => world.close());

/** What an impression earns: hundredths of a dollar for a thousand are ten micros for one. */
const price = (account: AccountKey, campaign: CampaignKey, at: number): Pick<Counted, 'micros' | 'own'> => {
  if (account === earner && campaign === own) return { micros: 0, own: 333 };
  if (account !== earner) return { micros: 400, own: 0 };
  return { micros: at < rateChanged ? 550 : 710, own: 0 };
};

/** Impressions at times that a fixed seed chooses, of which every fifth is cut short. */
const spots = (count: number, seed: number, of: { account?: AccountKey; station: StationKey }): SpotEvent[] => {
  const from = Date.parse('2026-11-08T22:00:00Z');
  return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const drawn = (seed + i * 7919) % 104_729;
    const at = from + Math.floor((drawn / 104_729) * 15 * dayMs);
    const campaign = drawn % 3 === 0 ? own : network;
    const one = { account: of.account ?? earner, station: of.station, campaign, at };
    const events = impression({ ...one, break_id: `b${String(Math.floor(at / hourMs))}` });
    if (i % 5 === 0) return [...events, { ...events[0]!, cut: true }];
    heard.push({ ...one, ...price(one.account, campaign, at) });
    return events;
  });
};

type Sums = Record<string, { n: number; micros: number; own: number; ownMicros: number }>;
/** By day or month in Athens, of the days from `from` to `to`. */
const oracle = (account: AccountKey, frequency: RevenueFrequency, from: string, to: string): Sums => {
  const sums: Sums = {};
  for (const one of heard.filter((each) => each.account === account)) {
    const date = new Date(one.at + zoneAhead).toISOString().slice(0, 10);
    if (date < from || date > to) continue;
    const sum = (sums[frequency === 'daily' ? date : `${date.slice(0, 7)}-01`] ??= {
      n: 0,
      micros: 0,
      own: 0,
      ownMicros: 0,
    });
    sum.n += Number(one.own === 0);
    sum.micros += one.micros;
    sum.own += Number(one.own > 0);
    sum.ownMicros += one.own;
  }
  return sums;
};

const micros = (amount: number): number => Math.round(amount * 1e6);
const revenue = async (account: AccountKey, frequency: RevenueFrequency, from: string, to: string): Promise<Sums> => {
  const rows = await world.admin.ok(finance.revenue, { params: { id: account, frequency }, query: { from, to } });
  expect(rows.map(({ date }) => date)).toEqual(
    rows
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  const sums = rows.map((row): [string, Sums[string]] => [
    row.date,
    {
      ...{ n: row.audioAdImpressions, micros: micros(row.audioAdRevenue) },
      ...{ own: row.ownAdImpressions, ownMicros: micros(row.ownAdValue) },
    },
  ]);
  return Object.fromEntries(sums.filter(([, sum]) => sum.n + sum.own > 0));
};
/** Periods that a fixed seed chooses. */
const drawnPeriods = [3, 8, 14].map((seed) => {
  const first = 8 + ((seed * 5) % 9);
  const dayOf = (n: number): string => `2026-11-${String(n).padStart(2, '0')}`;
  return ['daily', dayOf(first), dayOf(first + (seed % 6))] as const;
});
const expectExact = async (account: AccountKey): Promise<void> => {
  for (const [frequency, from, to] of [
    ['daily', '2026-11-01', '2026-11-30'],
    ['daily', '2026-11-10', '2026-11-10'],
    ['monthly', '2026-10-01', '2026-11-30'],
    ['monthly', '2026-11-12', '2026-11-14'],
    ...drawnPeriods,
  ] as const)
    expect(await revenue(account, frequency, from, to)).toEqual(oracle(account, frequency, from, to));
};

test('an account that earned nothing has no financial data, and zeros from the first of the month to today', async () => {
  const params = { id: earner };
  expect(await world.admin.ok(finance.hasFinancialData, { params })).toEqual({ hasFinancialData: false });
  const days = await world.admin.ok(finance.revenue, { params: { ...params, frequency: 'daily' } });
  expect(days).toHaveLength(24);
  expect(days[0]).toEqual({
    ...{ date: '2026-11-24', audioAdRevenue: 0, displayAdRevenue: 0, audioAdImpressions: 0, displayAdImpressions: 0 },
    ...{ currency: 'USD', ownAdImpressions: 0, ownAdValue: 0 },
  });
  expect(await world.admin.ok(finance.overview, { params })).toMatchObject({
    ...{ timezone: 'Europe/Athens', today: '2026-11-24', currency: 'USD', streamCpm: 71, podcastCpm: 40 },
    ...{ hasFinancialData: false, stations: 2, stationsWithAds: 0, stationsWithNetworkAds: 0 },
  });
});

test('revenue is impressions times price to the micro, after batches that are late, repeated, or unpriced', async () => {
  const [first, second] = [spots(300, 11, { station: stations[0]! }), spots(200, 5003, { station: stations[1]! })];
  const late = spots(100, 77, { station: stations[0]! });
  await world.record(second);
  const number = await world.record(first);
  await expect(revenue(earner, 'daily', '2026-11-01', '2026-11-30')).resolves.not.toEqual({});
  await world.record(late);
  await world.record(first, { again: number });
  await expectExact(earner);
  // Killed when the raw table has a batch and its sums don't: the engine sends it again.
  const killed = spots(80, 2903, { station: stations[1]! });
  await turnSums('detach', ['revenue_quarters_of_spots']);
  const again = await world.record(killed);
  await turnSums('attach', ['revenue_quarters_of_spots']);
  await expect(expectExact(earner)).rejects.toThrow();
  await world.record(killed, { again });
  await expectExact(earner);
  expect(oracle(earner, 'daily', '2026-11-10', '2026-11-10')['2026-11-10']!.n).toBeGreaterThan(5);

  // Recorded by a portal that knew no prices: they are added once.
  await world.record(spots(120, 909, { station: stations[1]! }), { unpriced: true });
  await expect(expectExact(earner)).rejects.toThrow();
  await priceOldSpots(world.deps);
  await expectExact(earner);
  await priceOldSpots(world.deps);
  await expectExact(earner);
});

test('pricing what was recorded without a price may be killed before, between and after the table and its sums', async () => {
  for (const [i, kill] of (['before', 'between', 'after'] as const).entries()) {
    await world.record(spots(30, 1300 + i, { station: stations[i % 2]! }), { unpriced: true });
    await expect(priceOldSpots({ ...world.deps, clickhouse: killedAt(kill) })).rejects.toThrow('killed');
    await (i === 0 ? priceOldSpots(world.deps) : continuePrices(world.deps));
    await expectExact(earner);
    await priceOldSpots(world.deps);
    await expectExact(earner);
  }
  expect(await world.db.selectFrom('ad_price_pages').selectAll().execute()).toEqual([]);
});

const sums = ['revenue_totals', 'revenue_days'].map((name) => `${name}_of_revenue_quarters`);
const turnSums = async (how: 'detach' | 'attach', names = sums): Promise<void> => {
  for (const name of names) await world.clickhouse.command({ query: `${how} table ${name}` });
};
/** A client whose process is killed before it inserts, when the table has the rows and its sums don't, or before it knows of it. */
const killedAt = (kill: 'before' | 'between' | 'after'): FinanceWorld['clickhouse'] => {
  const { clickhouse } = world;
  const insert = async (given: Parameters<typeof clickhouse.insert>[0]): Promise<never> => {
    if (kill === 'between') await turnSums('detach');
    if (kill !== 'before') await clickhouse.insert(given);
    if (kill === 'between') await turnSums('attach');
    throw new Error('killed');
  };
  return new Proxy(clickhouse, {
    get: (client, name) => (name === 'insert' ? insert : Reflect.get(client, name)) as never,
  });
};

test('a day leads to campaigns, stations, breaks and impressions, which add up to it', async () => {
  const params = { id: earner };
  const days = { from: '2026-11-09', to: '2026-11-23' };
  const total = Object.values(oracle(earner, 'daily', days.from, days.to)).reduce((sum, day) => sum + day.micros, 0);
  const parts = async (query: object) => {
    const { entities } = await world.admin.ok(finance.breakdown, {
      params,
      query: { ...days, by: 'campaign', ...query },
    });
    return { entities, micros: entities.reduce((sum, { revenue: amount }) => sum + micros(amount), 0) };
  };
  const campaigns = await parts({});
  expect(campaigns.micros).toBe(total);
  expect(campaigns.entities.map(({ key, name }) => [key, name])).toEqual([
    [network, 'Spring sale'],
    [own, 'Spring sale'],
  ]);
  // A period of one day has no whole day of UTC in Athens.
  const day = { from: '2026-11-12', to: '2026-11-12' };
  expect((await parts(day)).micros).toBe(oracle(earner, 'daily', day.from, day.to)[day.from]!.micros);
  const byStation = await parts({ by: 'station', campaign: network });
  expect(byStation.micros).toBe(total);
  const station = byStation.entities[0]!;
  const breaks = await parts({ by: 'break', campaign: network, station: station.key });
  expect(breaks.micros).toBe(micros(station.revenue));
  const [one] = breaks.entities;
  const { entities: impressions, total: count } = await world.admin.ok(finance.impressions, {
    params,
    query: { ...days, campaign: network, station: station.key, break: one!.key, limit: 1000 },
  });
  expect(count).toBe(one!.impressions);
  expect(impressions.reduce((sum, { revenue: amount }) => sum + micros(amount), 0)).toBe(micros(one!.revenue));
  expect(impressions[0]).toMatchObject({ city: 'Athens', player: 'VLC', output: 'stream', isOwn: false });
});

test('who transfers or deletes a station keeps what it earned before, and the new account earns from then on', async () => {
  const next = await world.portal.make.account();
  const before = await revenue(earner, 'monthly', '2026-11-01', '2026-11-30');
  await world.db.updateTable('stations').set({ account_key: next }).where('key', '=', stations[0]!).execute();
  // A batch from before the transfer that arrives late still names the former account, which earns it. To the new account, the former
  // account's own campaign is one of another account, and earns.
  await world.record(spots(40, 41, { station: stations[0]! }));
  await world.record(spots(60, 43, { account: next, station: stations[0]! }));
  await expectExact(earner);
  await expectExact(next);
  expect(await revenue(earner, 'monthly', '2026-11-01', '2026-11-30')).not.toEqual(before);

  await world.station(earner, 'Europe/Athens');
  await world.db.deleteFrom('stations').where('key', '=', stations[1]!).execute();
  await forgetListening(world.clickhouse, [stations[1]!]);
  await expectExact(earner);
  expect(await world.admin.ok(finance.hasFinancialData, { params: { id: next } })).toEqual({ hasFinancialData: true });
});

test('a spot in a podcast earns what was promised, and is priced in the transaction that counts it', async () => {
  const at = Date.parse('2026-10-05T09:00:00Z');
  const heardOf = (campaign: CampaignKey, payout: number) =>
    ({ spot: { campaign, payout }, slice: { account: earner, at } }) as HeardSpot;
  const count = countPriced(async (_tx, all) => all.slice(0, 2));
  const promised = [heardOf(network, 1500), heardOf(own, 0), heardOf(network, 9)];
  const counted = await world.db.transaction().execute((tx) => count(tx, promised));
  expect(counted.map(({ price: found }) => found)).toEqual([
    { payer: advertiser, price: 1500, price_currency: 'USD', payout: 1500, currency: 'USD' },
    { payer: earner, price: 400, price_currency: 'USD', payout: 0, currency: 'USD' },
  ]);
  const podcast = newKey('podcast');
  const values = counted.map(({ spot, price: found }) => ({
    ...{ account: earner, podcast, episode: 'e-1', campaign: spot.campaign, ...found },
    at: '2026-10-05 09:00:00.000',
  }));
  await world.clickhouse.insert({ table: 'podcast_spots', values, format: 'JSONEachRow' });
  expect(await revenue(earner, 'daily', '2026-10-05', '2026-10-05')).toEqual({
    '2026-10-05': { n: 1, micros: 1500, own: 1, ownMicros: 400 },
  });
});

test('a period of too many days is refused', async () => {
  const query = { from: '2024-01-01', to: '2026-01-01' };
  const { status, json } = await world.admin.call(finance.revenue, {
    params: { id: earner, frequency: 'daily' },
    query,
  });
  expect([status, json.error.code]).toEqual([400, 'analytics.period']);
  const months = await world.admin.ok(finance.revenue, { params: { id: earner, frequency: 'monthly' }, query });
  expect(months).toHaveLength(25);
});
