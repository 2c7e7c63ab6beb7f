import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { BreakRules } from '#contract/audio-ads.ts';
import type { AdPosition, Rule, Target } from '#contract/campaign.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emptyIfNeverRecorded, literal, queryRows, stationIn } from '#server/platform/clickhouse/query.ts';
import { segmentsOf } from './check-targets.ts';

/** A station that plays spots; its break rules, or null if it never changed them. */
export type StationWithAds = { key: StationKey; category: number; breaks: BreakRules | null };

const mostStations = 2000;

/** The stations of an account with audio ads. */
export const stationsWithAds = async (db: Db, account: AccountKey): Promise<StationWithAds[]> =>
  await db
    .selectFrom('stations')
    .leftJoin('audio_ads', 'audio_ads.station_key', 'stations.key')
    .select(['stations.key', 'stations.category', 'audio_ads.breaks'])
    .where('stations.account_key', '=', account)
    .where('stations.deleted_at', 'is', null)
    .where('stations.audioads', '=', true)
    .limit(mostStations)
    .execute();

/** A campaign that others must leave room for: its days from today on, and the impressions it still needs. */
export type Booking = {
  id: CampaignKey;
  name: string;
  priority: number;
  first: string;
  last: string;
  remaining: number;
};

/** The unfinished campaigns of an account of the same or a higher priority that run on these days. */
export const bookings = async (
  db: Db,
  account: AccountKey,
  { from, to, priority, today }: { from: string; to: string; priority: number; today: string },
): Promise<Booking[]> =>
  (
    await sql<Booking>`select key as id, name, priority, greatest(start_date, ${today}::date) as first, end_date as last,
        (impression_limit - delivered)::float8 as remaining
      from campaigns where account_key = ${account} and enabled and archived_at is null and priority <= ${priority}
        and start_date <= ${to} and end_date >= ${from} and end_date >= ${today} and delivered < impression_limit
      limit 10000`.execute(db)
  ).rows;

export type ListeningDay = { station: string; weekday: number; hours: number; connects: number };

/** Listening that meets all rules, by station and day of the week (1 is Monday): hours, for breaks within it, and connections. */
export const listeningByDay = async (
  clickhouse: ClickHouseClient,
  stations: readonly StationWithAds[],
  rules: readonly Rule[],
  { start, end, offsetS }: { start: number; end: number; offsetS: number },
): Promise<ListeningDay[]> => {
  if (stations.length === 0) return [];
  const seconds = (ms: number) => `toDateTime64(${String(ms / 1000)}, 3, 'UTC')`;
  const holdsAt = (position: AdPosition): string =>
    ['1', ...rules.map((rule) => ruleCondition(rule, stations, position))].join(' and ');
  return await queryRows<ListeningDay>(
    clickhouse,
    `select toString(station) as station, toFloat64(toDayOfWeek(addSeconds(since, ${String(offsetS)}))) as weekday,
       sumIf(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since)), ${holdsAt('mid')}) / 3600000 as hours,
       toFloat64(sumIf(first, ${holdsAt('pre')})) as connects
     from slices where ${stationIn(stations.map(({ key }) => key))}
       and since >= ${seconds(start)} and since < ${seconds(end)} and output != 'relay'
     group by station, weekday`,
  ).catch(emptyIfNeverRecorded(clickhouse, []));
};

const ruleCondition = (
  { targets, isNegated }: Rule,
  stations: readonly StationWithAds[],
  position: AdPosition,
): string =>
  `${isNegated ? 'not ' : ''}(${targets.map((target) => targetCondition(target, stations, position)).join(' or ')})`;

const targetCondition = (target: Target, stations: readonly StationWithAds[], position: AdPosition): string => {
  const segments = segmentsOf(target) ?? [];
  const equal = (columns: readonly string[]): string =>
    `(${segments.flatMap((segment, i) => (segment === '' ? [] : `lowerUTF8(${columns[i]!}) = ${literal(segment.toLowerCase())}`)).join(' and ')})`;
  switch (target.type) {
    case 'location':
      return equal(['country', 'region', 'city']);
    case 'device':
      return equal(['device', 'os']);
    case 'category': {
      const keys = stations.filter(({ category }) => String(category) === segments[0]).map(({ key }) => key);
      return keys.length === 0 ? '0' : stationIn(keys);
    }
    // Stations have no language of their own, and nobody hears a podcast in a stream.
    case 'language':
    case 'podcast':
      return '0';
    case 'position':
      return segments[0] === position ? '1' : '0';
    case 'station':
    case 'player':
    case 'output':
      return equal([target.type]);
  }
};
