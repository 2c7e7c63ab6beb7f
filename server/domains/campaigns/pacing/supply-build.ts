import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { emptyIfMissing, literal, queryRows, settings, stationIn } from '#server/platform/clickhouse/query.ts';
import { forgetOldBuilds, saveBuilds, staleStations, stationsWithSupply } from './supply.repo.ts';
import type { ListeningLength } from './reach.ts';

export type SupplyDeps = Pick<Kernel, 'db' | 'clock'> & { clickhouse: ClickHouseClient };

/** What a build says of a station, beside its hours in ClickHouse. */
export type StationBuild = {
  station_key: StationKey;
  build: string;
  /** How many weeks its hours add up. */
  weeks: number;
  /** Breaks in an hour of listening, on days that had breaks; null before. */
  break_rate: number | null;
  lengths: ListeningLength[];
};

const historyDays = 28;
const weekDays = 7;
const atOnce = 50;
const staleMs = 20 * hourMs;
const keptDays = 3;
/** A build may read months of a large station. */
const slow = { ...settings, max_execution_time: 600, max_rows_to_read: '20000000000' };

/** Adds up again what stations with audio ads can give, of those whose last build is of yesterday; the older builds go. */
export const buildAllSupply = async (deps: SupplyDeps): Promise<void> => {
  const now = deps.clock.now();
  const stations = await staleStations(deps.db, new Date(now.getTime() - staleMs));
  for (let i = 0; i < stations.length; i += atOnce) await buildSupply(deps, stations.slice(i, i + atOnce));
  await forgetOldBuilds(deps.clickhouse, new Date(now.getTime() - keptDays * dayMs));
};

/** Builds what was never built of these stations, at most `most` of them. */
export const buildMissing = async (deps: SupplyDeps, stations: readonly StationKey[], most: number): Promise<void> => {
  const known = await stationsWithSupply(deps.db, stations);
  const missing = stations.filter((key) => !known.has(key)).slice(0, most);
  for (let i = 0; i < missing.length; i += atOnce) await buildSupply(deps, missing.slice(i, i + atOnce));
};

/**
 * Adds up the listening of the last 28 days by hour of the week, place and player. Of a station that is younger than a week,
 * every day counts for all days of the week. A build counts once it is complete.
 */
const buildSupply = async ({ db, clickhouse, clock }: SupplyDeps, stations: readonly StationKey[]): Promise<void> => {
  if (stations.length === 0) return;
  const now = Math.floor(clock.now().getTime() / hourMs) * hourMs;
  const period = periodOf(stations, now);
  const history = await historyOf(clickhouse, period, now);
  const build = randomUUID();
  const [young, old] = [
    stations.filter((key) => (history.get(key) ?? 0) < weekDays && history.has(key)),
    stations.filter((key) => (history.get(key) ?? 0) >= weekDays),
  ];
  const insert = async (some: readonly StationKey[], hour: string, divisor: string): Promise<void> => {
    if (some.length === 0) return;
    await clickhouse.command({
      query: `insert into ad_supply select station, ${literal(build)}, toDate(${String(now / 1000)}, 'UTC'), country, region, city,
        device, os, player, output, ${hour} as hour, ${heardMs} / ${divisor}, toFloat64(sum(first)) / ${divisor}
        from slices where ${periodOf(some, now)} and output != 'relay'
        group by station, country, region, city, device, os, player, output, hour`,
      clickhouse_settings: slow,
    });
  };
  await insert(old, `(toDayOfWeek(since) - 1) * 24 + toHour(since)`, '1');
  for (const [days, some] of Map.groupBy(young, (key) => history.get(key)!))
    await insert(some, `arrayJoin(range(${String(weekDays)})) * 24 + toHour(since)`, String(days));
  const [lengths, rates] = [await lengthsOf(clickhouse, period), await breakRates(clickhouse, stations, now)];
  const builds = stations.map((station_key) => ({
    ...{ station_key, build, break_rate: rates.get(station_key) ?? null, lengths: lengths.get(station_key) ?? [] },
    weeks: Math.max(1, (history.get(station_key) ?? 0) / weekDays),
  }));
  await saveBuilds(db, builds, clock.now());
};

const heardMs =
  'sum(greatest(0., toFloat64(toUnixTimestamp64Milli(until)) - toFloat64(toUnixTimestamp64Milli(since))))';
const seconds = (ms: number): string => `toDateTime64(${String(ms / 1000)}, 3, 'UTC')`;
const periodOf = (stations: readonly StationKey[], now: number): string =>
  `${stationIn(stations)} and since >= ${seconds(now - historyDays * dayMs)} and since < ${seconds(now)}`;

/** Since how many days stations were heard, at least 1 and at most 28. */
const historyOf = async (
  clickhouse: ClickHouseClient,
  period: string,
  now: number,
): Promise<Map<StationKey, number>> => {
  const rows = await queryRows<{ station: StationKey; first: number }>(
    clickhouse,
    `select toString(station) as station, toFloat64(toUnixTimestamp64Milli(min(since))) as first from slices
     where ${period} group by station`,
  ).catch(emptyIfMissing([]));
  return new Map(rows.map(({ station, first }) => [station, daysOf((now - first) / dayMs)]));
};

/** In whole days, as nobody may have listened in a night; those of a young station matter. */
const daysOf = (days: number): number => (days < weekDays ? Math.max(1, days) : Math.ceil(days));

/** The longest length of each group of sessions, hours. */
const bounds = [0.05, 0.15, 0.35, 0.75, 1.5, 3, 6, 12];

/** How long sessions are. */
const lengthsOf = async (clickhouse: ClickHouseClient, period: string): Promise<Map<StationKey, ListeningLength[]>> => {
  const group = bounds.map((bound) => `(hours > ${String(bound)})`).join(' + ');
  const rows = await queryRows<{ station: StationKey; n: number; average: number }>(
    clickhouse,
    `select station, toFloat64(count()) as n, sum(hours) / count() as average from (
       select toString(station) as station, session, ${heardMs} / ${String(hourMs)} as hours from slices
       where ${period} and output != 'relay' group by station, session)
     group by station, ${group} order by station, average`,
    { max_threads: 1 },
  ).catch(emptyIfMissing([]));
  return new Map(
    [...Map.groupBy(rows, ({ station }) => station)].map(([station, some]) => [
      station,
      some.map(({ n, average }) => ({ n, hours: average })),
    ]),
  );
};

/** Breaks in an hour of listening. Days without any had nothing to play, which says nothing of what the station can give. */
const breakRates = async (
  clickhouse: ClickHouseClient,
  stations: readonly StationKey[],
  now: number,
): Promise<Map<StationKey, number>> => {
  const days = `${stationIn(stations)} and at >= ${seconds(now - historyDays * dayMs)} and at < ${seconds(now)}`;
  const rows = await queryRows<{ station: StationKey; breaks: number; hours: number }>(
    clickhouse,
    `select station, toFloat64(sum(heard)) as breaks, toFloat64(sum(ms)) / ${String(hourMs)} as hours from (
       select toString(station) as station, toDate(at) as day, sum(listeners) as heard from breaks
       where ${days} group by station, day) as broken
     inner join (select toString(station) as station, toDate(at) as day, sum(ms) as ms from listening_buckets
       where minutes = 1440 and ${stationIn(stations)} and at >= toDate(${seconds(now - historyDays * dayMs)}) group by station, day) as heard_on
     using (station, day) group by station`,
  ).catch(emptyIfMissing([]));
  return new Map(rows.flatMap(({ station, breaks, hours }) => (hours > 0 ? [[station, breaks / hours]] : [])));
};
