import type { ClickHouseClient } from '@clickhouse/client';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { cutQuartile } from '#server/domains/analytics/stats.service.ts';
import { literal, queryRows, within } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';

/* What single listeners heard of a campaign in streams. Sums are read from rollups (report-queries.ts). */

type Of = { campaign: CampaignKey; range: TimeRange };

/** A little more than the range: the quarters of a spot follow its beginning. */
const spillMs = 120_000;

/** SQL: one row for each impression that began within the range and was not taken back. */
const impressionsOf = ({ campaign, range }: Of): string =>
  `select min(t.at) as began, t.station as station, t.session as session, t.slot as slot, any(t.kind) as kind, any(t.spot) as spot,
     any(t.country) as country, any(t.region) as region, any(t.city) as city, any(t.device) as device, any(t.player) as player,
     any(t.output) as output, maxIf(t.quartile, t.quartile < ${String(cutQuartile)}) as reached
   from spots as t where t.station in (${stationsOf({ campaign, range })}) and t.campaign = ${literal(campaign)}
     and ${within({ start: range.start, end: range.end + spillMs }, 't.at')}
   group by t.station, t.session, t.break_id, t.slot
   having min(t.quartile) = 0 and max(t.quartile) < ${String(cutQuartile)} and ${within(range, 'began')}`;

/** `spots` is sorted by station, so the few that played the campaign are named. */
const stationsOf = ({ campaign, range }: Of): string =>
  `select distinct station from campaign_quarters as q where q.campaign = ${literal(campaign)} and ${within(range, 'q.at')}`;

export type Play = {
  at: number;
  station: string;
  kind: string;
  slot: number;
  spot: string;
  country: string;
  region: string;
  city: string;
  device: string;
  player: string;
  output: string;
  reached: number;
};

/** The single impressions within a range, first to last. */
export const playsWithin = (clickhouse: ClickHouseClient, of: Of) =>
  queryRows<Play>(
    clickhouse,
    `select toFloat64(toUnixTimestamp64Milli(began)) as at, toFloat64(slot) as slot, toFloat64(reached) as reached,
       ${['station', 'kind', 'spot', 'country', 'region', 'city', 'device', 'player', 'output'].map((name) => `toString(${name}) as ${name}`).join(', ')}
     from (${impressionsOf(of)}) order by began, session, slot`,
  );

/** The impressions of each hour that has any, as they were counted. */
export const byHourOfTime = (clickhouse: ClickHouseClient, { campaign, range }: Of) =>
  queryRows<{ hour: number; n: number }>(
    clickhouse,
    `select toFloat64(toUnixTimestamp(toStartOfHour(t.at))) * 1000 as hour, toFloat64(sum(t.started)) as n
     from campaign_times as t where t.campaign = ${literal(campaign)} and ${within(range, 't.at')}
     group by hour order by hour`,
  );
