import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emptyIfMissing, queryRows } from '#server/platform/clickhouse/query.ts';
import type { StationBuild } from './supply-build.ts';

const mostStations = 20_000;

/** Stations with audio ads whose supply was never built, or before this time, or from no listening at all. */
export const staleStations = async (db: Db, before: Date): Promise<StationKey[]> => {
  const { rows } = await sql<{ key: StationKey }>`
    select s.key from stations s left join ad_supply_stations b on b.station_key = s.key
    where s.audioads and s.deleted_at is null and (b.built is null or b.built < ${before} or b.lengths = '[]')
    order by b.built nulls first, s.key limit ${mostStations}`.execute(db);
  return rows.map(({ key }) => key);
};

/** Which of these stations have a build. */
export const stationsWithSupply = async (db: Db, stations: readonly StationKey[]): Promise<Set<StationKey>> => {
  const { rows } = await sql<{ station_key: StationKey }>`
    select station_key from ad_supply_stations where station_key = any(${stations}::text[])`.execute(db);
  return new Set(rows.map(({ station_key }) => station_key));
};

/** The builds of these stations. */
export const buildsOf = async (db: Db, stations: readonly StationKey[]): Promise<StationBuild[]> => {
  const { rows } = await sql<StationBuild>`
    select station_key, build, weeks, break_rate, lengths from ad_supply_stations
    where station_key = any(${stations}::text[])`.execute(db);
  return rows;
};

/** Stores builds, which count from now on; of stations that still exist. */
export const saveBuilds = async (db: Db, builds: readonly StationBuild[], now: Date): Promise<void> => {
  await sql`insert into ad_supply_stations (station_key, build, built, weeks, break_rate, lengths)
    select b.station_key, b.build, ${now}::timestamptz, b.weeks, b.break_rate, b.lengths
    from jsonb_to_recordset(${JSON.stringify(builds)}::jsonb)
      as b(station_key text, build text, weeks float8, break_rate float8, lengths jsonb)
    join stations s on s.key = b.station_key
    on conflict (station_key) do update set build = excluded.build, built = excluded.built, weeks = excluded.weeks,
      break_rate = excluded.break_rate, lengths = excluded.lengths`.execute(db);
};

/** Removes the builds of former days. */
export const forgetOldBuilds = async (clickhouse: ClickHouseClient, before: Date): Promise<void> => {
  const day = before.toISOString().slice(0, 10);
  const parts = await queryRows<{ partition: string }>(
    clickhouse,
    `select distinct toString(built) as partition from ad_supply where built < toDate('${day}')`,
  ).catch(emptyIfMissing([]));
  for (const { partition } of parts)
    await clickhouse.command({ query: `alter table ad_supply drop partition '${partition}'` });
};
