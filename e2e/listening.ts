import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { readConfig } from '#server/kernel/config.ts';
import { dayMs } from '#contract/rules/time.ts';
import { demoAccounts } from '../tools/demo/demo-accounts.ts';
import { writeDay } from '../tools/demo/listening.ts';
import type { Product } from './product.ts';

/** The last table that the portal creates, a moment after it is ready: inserts before would miss some rollups. */
const lastTable = 'revenue_quarters_of_podcast_spots';
const readyMs = 60_000;
/** A busy machine may take longer for an insert than the client waits by itself (30 s). */
const requestMs = 120_000;

type ListeningFill = { account: AccountKey; station: StationKey; audience: number; days: number; untilAge?: number };

/**
 * Inserts listening to a station, as the demo does: for the `days` days before today (UTC), up to the day `untilAge`
 * days ago.
 */
export const insertListening = async (
  product: Product,
  { account, station, audience, days, untilAge = 1 }: ListeningFill,
): Promise<void> => {
  const clickhouse = await openAnalytics(product);
  const of = { ...demoAccounts[0]!.stations[0]!, audience, timezone: 'UTC' };
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (let age = days; age >= untilAge; age--)
    await writeDay(clickhouse, { account, station, of, tracks: new Map() }, today - age * dayMs, age);
  await clickhouse.close();
};

/** A client for the product's ClickHouse, once all of its tables exist. */
export const openAnalytics = async (product: Product): Promise<ClickHouseClient> => {
  const clickhouse = createClient({
    url: readConfig({ DATA_DIR: product.dataDir }).clickhouseUrl,
    request_timeout: requestMs,
  });
  const isReady = async (): Promise<boolean> => {
    const result = await clickhouse.query({ query: `exists table ${lastTable}`, format: 'JSONEachRow' });
    return (await result.json<{ result: number }>())[0]?.result === 1;
  };
  const until = Date.now() + readyMs;
  while (!(await isReady())) {
    if (Date.now() > until) throw new Error(`ClickHouse has no table ${lastTable} after ${String(readyMs)} ms.`);
    await pause(200);
  }
  return clickhouse;
};
