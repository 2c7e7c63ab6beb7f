import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from '#contract/time.ts';
import type { CampaignKey, StationKey } from '#contract/keys.ts';
import { emptyIfMissing, literal, queryRows, stationIn, within } from '#server/platform/clickhouse/query.ts';

/** Listening by hour of the week (UTC, from Monday 00:00): 168 numbers of listener hours in one hour. */
export type WeekOfListening = readonly number[];
export type Supply = {
  weeks: ReadonlyMap<StationKey, WeekOfListening>;
  /** Listener hours of the last 24 hours. */
  lastDay: ReadonlyMap<StationKey, number>;
};

const historyMs = 28 * dayMs;
const weekMs = 7 * dayMs;
const atOnce = 1000;

/** What was heard on these stations in the last 28 days, as an average week. */
export const supplyOf = async (
  clickhouse: ClickHouseClient,
  stations: readonly StationKey[],
  now: number,
): Promise<Supply> => {
  const weeks = new Map<StationKey, number[]>();
  const lastDay = new Map<StationKey, number>();
  for (let i = 0; i < stations.length; i += atOnce) {
    const some = stations.slice(i, i + atOnce);
    for (const { station, slot, hours, first } of await slotsOf(clickhouse, some, now)) {
      const week = weeks.get(station) ?? Array.from({ length: 168 }, () => 0);
      weeks.set(station, week);
      week[slot] = hours / Math.max(1, (now - first) / weekMs);
    }
    for (const { station, hours } of await hoursSince(clickhouse, some, now - dayMs, now)) lastDay.set(station, hours);
  }
  return { weeks, lastDay };
};

const slotsOf = async (clickhouse: ClickHouseClient, stations: readonly StationKey[], now: number) =>
  await queryRows<{ station: StationKey; slot: number; hours: number; first: number }>(
    clickhouse,
    `select station, toFloat64((toDayOfWeek(t.at) - 1) * 24 + toHour(t.at)) as slot,
       toFloat64(sum(t.ms)) / 3600000 as hours,
       toFloat64(min(toUnixTimestamp(min(t.at))) over (partition by station)) * 1000 as first
     from quarter_sums as t where ${stationIn(stations)} and ${within({ start: now - historyMs, end: now }, 't.at')}
     group by station, slot`,
  ).catch(emptyIfMissing([]));

const hoursSince = async (clickhouse: ClickHouseClient, stations: readonly StationKey[], start: number, end: number) =>
  await queryRows<{ station: StationKey; hours: number }>(
    clickhouse,
    `select station, toFloat64(sum(t.ms)) / 3600000 as hours from quarter_sums as t
     where ${stationIn(stations)} and ${within({ start, end }, 't.at')} group by station`,
  ).catch(emptyIfMissing([]));

/**
 * How often these campaigns could have played in the last 24 hours: they did, or were held back by their pace or for want of
 * impressions.
 */
export const chancesOf = async (
  clickhouse: ClickHouseClient,
  campaigns: readonly CampaignKey[],
  now: number,
): Promise<Map<CampaignKey, number>> => {
  if (campaigns.length === 0) return new Map();
  const which = `campaign in (${campaigns.map(literal).join(',')}) and ${within({ start: now - dayMs, end: now }, 't.at')}`;
  const rows = await queryRows<{ campaign: CampaignKey; n: number }>(
    clickhouse,
    `select campaign, toFloat64(sum(n)) as n from (
       select campaign, sum(t.started) as n from campaign_quarters as t where ${which} group by campaign
       union all
       select campaign, sum(t.n) as n from ad_reasons as t
       where ${which} and reason in ('pace', 'lease') group by campaign) group by campaign`,
  ).catch(emptyIfMissing([]));
  return new Map(rows.map(({ campaign, n }) => [campaign, n]));
};
