import type { ClickHouseClient } from '@clickhouse/client';
import type { CampaignReport } from '#contract/campaign-report.ts';
import type { CampaignKey, PodcastKey, StationKey } from '#contract/keys.ts';
import { literal, queryRows, within } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';

/* What a campaign has delivered, from sums by quarter hour, which align with the days of every time zone. */

type Of = { campaign: CampaignKey; range: TimeRange; zone: string };
const mostPlaces = 500;
const mostStations = 200;

const impressions = 'toFloat64(sum(started)) - toFloat64(sum(cut)) as n';
const from = ({ campaign, range }: Of): string =>
  `from campaign_quarters as t where campaign = ${literal(campaign)} and ${within(range, 't.at')}`;

/** Impressions by day of the zone, and how many played to three quarters. */
export const byDay = (clickhouse: ClickHouseClient, of: Of) =>
  queryRows<{ date: string; n: number; third: number }>(
    clickhouse,
    `select toString(toDate(t.at, ${literal(of.zone)})) as date, ${impressions}, toFloat64(sum(third_quartile)) as third
     ${from(of)} group by date`,
  );

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
         from campaign_quarters as t where campaign in (${campaigns.map(literal).join(',')}) and ${within(range, 't.at')}
         group by campaign, date`,
      );

/** The places with the most impressions. */
export const byPlace = (clickhouse: ClickHouseClient, of: Of) =>
  queryRows<{ country: string; region: string; city: string; n: number }>(
    clickhouse,
    `select country, region, city, ${impressions} ${from(of)} group by country, region, city
     having n > 0 order by n desc, country, region, city limit ${mostPlaces}`,
  );

/** The stations and podcasts with the most impressions. */
export const byPlaceHeard = (clickhouse: ClickHouseClient, of: Of) =>
  queryRows<{ station: StationKey | PodcastKey; n: number }>(
    clickhouse,
    `select station, ${impressions} ${from(of)} group by station having n > 0 order by n desc, station limit ${mostStations}`,
  );

/** Impressions by hour of the zone's week, from Monday 00:00. */
export const byHour = (clickhouse: ClickHouseClient, of: Of) =>
  queryRows<{ hour: number; n: number }>(
    clickhouse,
    `select toFloat64((toDayOfWeek(t.at, 0, ${literal(of.zone)}) - 1) * 24 + toHour(t.at, ${literal(of.zone)})) as hour,
       ${impressions} ${from(of)} group by hour`,
  );

/** Impressions of each audio, most first, and how many played to three quarters. */
export const bySpot = (clickhouse: ClickHouseClient, of: Of) =>
  queryRows<{ spot: string; n: number; third: number }>(
    clickhouse,
    `select toString(spot) as spot, ${impressions}, toFloat64(sum(third_quartile)) as third ${from(of)}
     group by spot having n > 0 order by n desc, spot limit 50`,
  );

/** How far the spots played, with those that were cut. */
export const quartiles = async (clickhouse: ClickHouseClient, of: Of): Promise<CampaignReport['quartiles']> => {
  const names = {
    first_quartile: 'firstQuartile',
    midpoint: 'midpoint',
    third_quartile: 'thirdQuartile',
    complete: 'complete',
  };
  const sums = Object.entries(names).map(([column, name]) => `toFloat64(sum(${column})) as ${name}`);
  const [row] = await queryRows<CampaignReport['quartiles']>(
    clickhouse,
    `select toFloat64(sum(t.started)) as started, ${sums.join(', ')} ${from(of)}`,
  );
  return row ?? noQuartiles;
};

export const noQuartiles = { started: 0, firstQuartile: 0, midpoint: 0, thirdQuartile: 0, complete: 0 };

/** Why the campaign was not played, most frequent first. */
export const byReason = (clickhouse: ClickHouseClient, { campaign, range }: Of) =>
  queryRows<CampaignReport['stats']['reasons'][number]>(
    clickhouse,
    `select reason, toFloat64(sum(n)) as count from ad_reasons as t
     where campaign = ${literal(campaign)} and ${within(range, 't.at')} group by reason order by count desc, reason`,
  );
