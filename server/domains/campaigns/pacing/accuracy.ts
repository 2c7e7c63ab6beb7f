import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { ForecastAccuracy } from '#contract/api/campaign-forecast.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { emptyIfMissing, queryRows, stationIn } from '#server/platform/clickhouse/query.ts';
import { accuracyOf, backtestDays, ratiosOf, testedDays, unknownAccuracy, type Accuracy } from './backtest.ts';

type Deps = Pick<Kernel, 'db' | 'clock'> & { clickhouse: ClickHouseClient };

const atOnce = 1000;
const mostStations = 20_000;

/** How good the account's forecasts were, or else all forecasts of the portal. */
export const forecastAccuracy = async (db: Db, account: AccountKey | undefined): Promise<Accuracy> => {
  const { rows } = await sql<Accuracy>`
    select forecasts, median_error as "medianError", low, high from ad_accuracy
    where account_key = ${account ?? null} or account_key is null order by account_key nulls last limit 1`.execute(db);
  return rows[0] ?? unknownAccuracy;
};

/** For people: the median error of the forecasts of the last months. */
export const presentAccuracy = ({ forecasts, medianError }: Accuracy): ForecastAccuracy => ({
  days: testedDays,
  medianError: forecasts === 0 ? null : medianError,
});

/** Compares the forecasts of the last months with what was heard, for each account with audio ads and for all together. */
export const backtestForecasts = async ({ db, clickhouse, clock }: Deps): Promise<void> => {
  const end = Math.floor(clock.now().getTime() / dayMs);
  const all: number[] = [];
  const found: (Accuracy & { account: AccountKey | null })[] = [];
  for (const [account, stations] of await stationsByAccount(db)) {
    const ratios = ratiosOf(await heardDays(clickhouse, stations, end));
    if (ratios.length === 0) continue;
    all.push(...ratios);
    found.push({ account, ...accuracyOf(ratios) });
  }
  if (all.length > 0) found.push({ account: null, ...accuracyOf(all) });
  await save(db, found, clock.now());
};

const stationsByAccount = async (db: Db): Promise<Map<AccountKey, StationKey[]>> => {
  const { rows } = await sql<{ key: StationKey; account: AccountKey }>`
    select key, account_key as account from stations where audioads and deleted_at is null
    order by account_key, key limit ${mostStations}`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ account }) => account)].map(([account, some]) => [account, some.map(({ key }) => key)]),
  );
};

/** The listener hours of stations together, of each day before `end` (days since the epoch), oldest first. */
const heardDays = async (
  clickhouse: ClickHouseClient,
  stations: readonly StationKey[],
  end: number,
): Promise<number[]> => {
  const days = Array.from({ length: backtestDays }, () => 0);
  const first = end - backtestDays;
  const seconds = (day: number): string => `toDateTime(${String((day * dayMs) / 1000)}, 'UTC')`;
  for (let i = 0; i < stations.length; i += atOnce) {
    const rows = await queryRows<{ day: number; hours: number }>(
      clickhouse,
      `select toFloat64(toUnixTimestamp(at)) / 86400 as day, toFloat64(sum(ms)) / ${String(hourMs)} as hours
       from listening_buckets where minutes = 1440 and ${stationIn(stations.slice(i, i + atOnce))} and at >= ${seconds(first)} and at < ${seconds(end)} group by at`,
    ).catch(emptyIfMissing([]));
    for (const { day, hours } of rows) days[Math.floor(day) - first]! += hours;
  }
  return days;
};

const save = async (
  db: Db,
  found: readonly (Accuracy & { account: AccountKey | null })[],
  now: Date,
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`delete from ad_accuracy`.execute(tx);
    await sql`insert into ad_accuracy (account_key, days, forecasts, median_error, low, high, computed)
      select a.account, ${backtestDays}, a.forecasts, a."medianError", a.low, a.high, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as a(account text, forecasts int, "medianError" float8, low float8, high float8)
      where a.account is null or exists (select from accounts where accounts.key = a.account)`.execute(tx);
  });
};
