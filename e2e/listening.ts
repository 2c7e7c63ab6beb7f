import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { vi } from 'vitest';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { readConfig } from '#server/kernel/config.ts';
import { dayMs } from '#contract/time.ts';
import { cast } from '../tools/demo/cast.ts';
import { writeDay } from '../tools/demo/listening.ts';
import type { Product } from './product.ts';

/** What the portal makes last, a moment after it answers: before it, listening would not be counted everywhere. */
const lastTable = 'audience_hours_of_spots';

type Heard = { account: AccountKey; station: StationKey; audience: number; days: number; untilAge?: number };

/** Writes what was listened to of a station as the demonstration does: in the days before today (UTC), or until one of another age. */
export const haveListened = async (
  product: Product,
  { account, station, audience, days, untilAge = 1 }: Heard,
): Promise<void> => {
  const clickhouse = await openAnalytics(product);
  const of = { ...cast[0]!.stations[0]!, audience, timezone: 'UTC' };
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (let age = days; age >= untilAge; age--)
    await writeDay(clickhouse, { account, station, of, tracks: new Map() }, today - age * dayMs, age);
  await clickhouse.close();
};

/** The product's ClickHouse, once all that counts in it is there. */
export const openAnalytics = async (product: Product): Promise<ClickHouseClient> => {
  const clickhouse = createClient({ url: readConfig({ DATA_DIR: product.dataDir }).clickhouseUrl });
  const isReady = async (): Promise<boolean> => {
    const found = await clickhouse.query({ query: `exists table ${lastTable}`, format: 'JSONEachRow' });
    return (await found.json<{ result: number }>())[0]?.result === 1;
  };
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 200 });
  return clickhouse;
};
