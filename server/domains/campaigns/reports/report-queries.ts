import type { ClickHouseClient } from '@clickhouse/client';
import type { CampaignReport } from '#contract/api/campaign-report.ts';
import type { CampaignKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import {
  emptyIfMissing,
  emptyIfNeverRecorded,
  literal,
  queryRows,
  singleThreaded,
  within,
} from '#server/platform/clickhouse/query.ts';
import { daysWithin, type TimeRange } from '#server/platform/period.ts';

/*
 * What a campaign has delivered, from sums by quarter hour, which align with the days of every time zone, or by day (UTC) with the
 * quarter hours at the ends of the period.
 */

type Of = { campaign: CampaignKey; range: TimeRange; zone: string };
const mostPlaces = 500;
const mostStations = 200;

const impressions = 'toFloat64(sum(started)) - toFloat64(sum(cut)) as n';
const fromTimes = ({ campaign, range }: Of): string =>
  `from campaign_times as t where campaign = ${literal(campaign)} and ${within(range, 't.at')}`;

/** The rows of a small query; none where nothing was ever recorded. */
const rowsOf = async <T>(clickhouse: ClickHouseClient, query: string): Promise<T[]> =>
  await queryRows<T>(clickhouse, query, singleThreaded).catch(emptyIfNeverRecorded(clickhouse, []));

/** The impressions of the whole days of a period, and of the quarter hours at its ends, by place or by station. */
const fromParts = ({ campaign, range }: Of, columns: string, isPlace: boolean): string => {
  const { days, ends } = daysWithin(range);
  const sources = [
    ...days.map(
      (part) => `select ${columns}, impressions from campaign_parts as t
        where campaign = ${literal(campaign)} and is_place = ${isPlace ? '1' : '0'} and ${within(part, 't.at')}`,
    ),
    ...ends.map(
      (part) => `select ${columns}, toInt64(t.started) - toInt64(t.cut) as impressions from campaign_quarters as t
        where campaign = ${literal(campaign)} and ${within(part, 't.at')}`,
    ),
  ];
  return `from (${sources.join(' union all ')})`;
};

export const noQuartiles = { started: 0, firstQuartile: 0, midpoint: 0, thirdQuartile: 0, complete: 0 };
const quartiles = {
  started: 'started',
  first_quartile: 'firstQuartile',
  midpoint: 'midpoint',
  third_quartile: 'thirdQuartile',
  complete: 'complete',
};
export type DayRow = { date: string; n: number } & CampaignReport['quartiles'];

type SpotRow = { spot: string; n: number; third: number };
type TimeRow = DayRow & { hour: number; spot: string; isDay: number; isHour: number };
const mostSpots = 50;

/**
 * Of one read: by day of the zone, impressions and how far the spots played, with those that were cut; impressions by hour of the
 * zone's week, from Monday 00:00; and those of each audio, most first, with how many played to three quarters.
 */
export const byTimeAndSpot = async (
  clickhouse: ClickHouseClient,
  of: Of,
): Promise<{ dates: DayRow[]; hours: { hour: number; n: number }[]; spots: SpotRow[] }> => {
  const zone = literal(of.zone);
  const sums = Object.entries(quartiles).map(([column, name]) => `toFloat64(sum(one.${column})) as ${name}`);
  const rows = await rowsOf<TimeRow>(
    clickhouse,
    `select grouping(one.date) = 0 as isDay, grouping(one.hour) = 0 as isHour, toString(one.date) as date, toFloat64(one.hour) as hour,
       toString(one.spot) as spot, toFloat64(sum(one.started)) - toFloat64(sum(one.cut)) as n, ${sums.join(', ')}
     from (select toDate(t.at, ${zone}) as date, (toDayOfWeek(t.at, 0, ${zone}) - 1) * 24 + toHour(t.at, ${zone}) as hour, t.spot as spot,
         ${[...Object.keys(quartiles), 'cut'].map((column) => `sum(t.${column}) as ${column}`).join(', ')} ${fromTimes(of)}
       group by date, hour, spot) as one
     group by grouping sets ((one.date), (one.hour), (one.spot))`,
  );
  return {
    dates: rows.filter(({ isDay }) => isDay === 1),
    hours: rows.filter(({ isHour }) => isHour === 1),
    spots: rows
      .filter(({ isDay, isHour, n }) => isDay === 0 && isHour === 0 && n > 0)
      .map(({ spot, n, thirdQuartile }) => ({ spot, n, third: thirdQuartile }))
      .toSorted((one, other) => other.n - one.n || (one.spot < other.spot ? -1 : 1))
      .slice(0, mostSpots),
  };
};

/** Impressions of several campaigns by day of a zone, and how many played to three quarters. */
export const byDayOfCampaigns = async (
  clickhouse: ClickHouseClient,
  campaigns: readonly CampaignKey[],
  range: TimeRange,
  zone: string,
) =>
  campaigns.length === 0
    ? []
    : await queryRows<{ campaign: CampaignKey; date: string; n: number; third: number }>(
        clickhouse,
        `select toString(campaign) as campaign, toString(toDate(t.at, ${literal(zone)})) as date, ${impressions},
           toFloat64(sum(third_quartile)) as third
         from campaign_times as t where campaign in (${campaigns.map(literal).join(',')}) and ${within(range, 't.at')}
         group by campaign, date`,
      );

/** The places with the most impressions. */
export const byPlace = (clickhouse: ClickHouseClient, of: Of) =>
  rowsOf<{ country: string; region: string; city: string; n: number }>(
    clickhouse,
    `select country, region, city, toFloat64(sum(impressions)) as n ${fromParts(of, 'country, region, city', true)}
     group by country, region, city having n > 0 order by n desc, country, region, city limit ${String(mostPlaces)}`,
  );

/** The stations and podcasts with the most impressions. */
export const byPlaceHeard = (clickhouse: ClickHouseClient, of: Of) =>
  rowsOf<{ station: StationKey | PodcastKey; n: number }>(
    clickhouse,
    `select station, toFloat64(sum(impressions)) as n ${fromParts(of, 'station', false)}
     group by station having n > 0 order by n desc, station limit ${String(mostStations)}`,
  );

/** Impressions in streams on each kind of device, most first. */
export const byDevice = (clickhouse: ClickHouseClient, { campaign, range }: Of) =>
  rowsOf<{ device: string; impressions: number }>(
    clickhouse,
    `select toString(device) as device, toFloat64(sum(t.impressions)) as impressions from campaign_devices as t
     where campaign = ${literal(campaign)} and ${within(range, 't.at')}
     group by device having sum(t.impressions) > 0 order by sum(t.impressions) desc, device limit 20`,
  );

/** Why the campaign was not played, most frequent first. */
export const byReason = (clickhouse: ClickHouseClient, { campaign, range }: Of) =>
  queryRows<CampaignReport['stats']['reasons'][number]>(
    clickhouse,
    `select reason, toFloat64(sum(n)) as count from ad_reason_sums as t
     where campaign = ${literal(campaign)} and ${within(range, 't.at')} group by reason order by count desc, reason`,
    singleThreaded,
  ).catch(emptyIfMissing([]));

const mostTimes = 10;
/** Above so many impressions of a campaign, a sample of its sessions is read. */
const sampledFrom = 20_000;

/** The part of a campaign's sessions that is read for how often they heard it, in 1/1024; 1024 if it is all of them. */
export const sampleOf = (delivered: number): number =>
  Math.max(1, Math.min(parts, Math.floor((parts * sampledFrom) / Math.max(1, delivered))));
export const parts = 1024;

/** How many sessions heard it how often, of a sample; the last number is that often and more. */
export const byFrequency = (clickhouse: ClickHouseClient, { campaign, range }: Of, sample: number) =>
  rowsOf<{ times: number; sessions: number }>(
    clickhouse,
    `select toFloat64(least(heard, ${String(mostTimes)})) as times, toFloat64(count()) as sessions from (
       select drawn, sum(t.impressions) as heard from campaign_sessions as t
       where campaign = ${literal(campaign)} and ${within(range, 't.at')}
         ${sample >= parts ? '' : `and drawn < ${String((2n ** 64n / BigInt(parts)) * BigInt(sample))}`}
       group by drawn having heard > 0)
     group by times order by times`,
  );
