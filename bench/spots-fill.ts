import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { Db } from '#server/kernel/kernel.ts';
import { drawn, fillSettings, keyOfRow, placesList } from './listening-fill.ts';
import { dayMs } from './periods.ts';
import { keyOf } from './spool-fill.ts';

export type SpotsSize = { stations: number; accounts: number; campaigns: number; days: number; impressions: number };

/**
 * Campaigns of several accounts and of the network, which began with the filled days and end next week; all at their own price.
 * Campaign `n` is of account `1 + n % accounts`.
 */
export const bookFilledCampaigns = async (db: Db, { campaigns, accounts, days }: SpotsSize): Promise<void> => {
  for (let n = 0; n < campaigns; n++)
    await sql`insert into campaigns (key, account_key, network, name, advertiser, category, priority, impression_limit,
        start_date, end_date, timezone, rate_limiting, positions, price_micros, currency)
      values (${keyOf('c', n)}, ${keyOf('a', 1 + (n % accounts))}, true, ${`Campaign ${String(n)}`}, 'Acme', 'other', 3,
        100000000, current_date - ${days}::int, current_date + 7, 'Europe/Berlin',
        '{"pacing":"even","perListener":[],"perSession":null,"perDay":null,"minutesBetween":null}',
        '{pre,mid}', ${400 + n}, 'USD')`.execute(db);
};

/**
 * Fills `spots`, and with it the rollups, with impressions on the `days` days before `today` (ms), drawn by ClickHouse itself: few
 * stations have most of them, a session hears three. A tenth of them has its quartiles too, and a fiftieth was taken back.
 */
export const fillSpots = async (clickhouse: ClickHouseClient, today: number, size: SpotsSize): Promise<void> => {
  const perDay = Math.ceil(size.impressions / size.days);
  for (let age = size.days; age > 0; age--)
    await clickhouse.command({
      query: spotsOfDay(today - age * dayMs, perDay, size),
      clickhouse_settings: fillSettings,
    });
};

const spotsOfDay = (day: number, impressions: number, { stations, accounts, campaigns }: SpotsSize): string => `
  insert into spots (engine, station, account, at, campaign, session, quartile, output, spot, lease, break_id, slot, kind,
    country, region, city, device, player, os, referer, payer, price, price_currency, payout, currency)
  select 'bench', ${keyOfRow('s', 'station')}, ${keyOfRow('a', 'earner')},
    fromUnixTimestamp64Milli(toInt64(${day} + heard + 7000 * quartile), 'UTC'), ${keyOfRow('c', 'n')},
    lower(hex(session)), quartile, 'stream', concat('00000000-0000-4000-8000-00000000000', toString(session % 2)), 'lease',
    toString(intDiv(heard, 900000)), part, 'mid', place[1], place[2], place[3],
    ['mobile', 'desktop', 'smart speaker', 'car'][1 + session % 4], 'VLC', 'Android', '',
    ${keyOfRow('a', 'payer')}, 400 + n, 'USD', if(payer = earner, 0, 400), 'USD'
  from (
    select cityHash64(intDiv(number, 3), ${day}) as session, toUInt8(number % 3) as part,
      toUInt32(floor(pow(${stations}, ${drawn('session', 1)}))) as station, (station - 1) % ${accounts} + 1 as earner,
      toUInt32(pow(${drawn('number', 2)}, 1.5) * ${campaigns}) as n, n % ${accounts} + 1 as payer,
      toUInt32(86000000 * ${drawn('session', 3)}) + part * 60000 as heard,
      splitByChar('\\t', ${placesList}[1 + toUInt32(21 * pow(${drawn('session', 4)}, 2))]) as place,
      multiIf(number % 10 = 0, [0, 1, 2, 3, 4], number % 50 = 7, [0, 5], [0]) as quartiles
    from numbers(${impressions})
  ) array join quartiles as quartile`;
