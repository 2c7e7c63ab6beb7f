import type { ClickHouseClient } from '@clickhouse/client';
import type { AccountKey } from '#contract/rules/keys.ts';
import {
  earningQuartiles,
  impressionsOfSpot,
  priceColumns,
  type SpotPrice,
} from '#server/domains/analytics/revenue-tables.service.ts';
import { literal, queryRows, within } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';

/* The single impressions of `spots` and `podcast_spots`. A podcast has no breaks: its episodes are listed instead. */

type Of = { account: AccountKey; range: TimeRange; station: string; campaign: string; break?: string | undefined };

/** Impressions of a break or an episode with one price. */
export type BreakRow = SpotPrice & { id: string; kind: string; at: number; n: number };
export type ImpressionRow = SpotPrice &
  Record<'session' | 'country' | 'region' | 'city' | 'player' | 'device' | 'output', string> & { at: number };

const mostBreaks = 5000;
/** How many impressions are counted exactly. */
export const mostCounted = 10_000;

const ms = 'toFloat64(toUnixTimestamp64Milli(min(t.at))) as first_at';
const amounts = (by: string): string =>
  priceColumns
    .map((name) =>
      name === 'price' || name === 'payout' ? `toFloat64(${by}(t.${name})) as ${name}` : `${by}(t.${name}) as ${name}`,
    )
    .join(', ');
const ofSpots = ({ account, range, station, campaign }: Of): string =>
  `from spots as t where station = ${literal(station)} and ${within(range, 't.at')} and account = ${literal(account)}
   and campaign = ${literal(campaign)} and ${earningQuartiles}`;
const ofPodcast = ({ account, range, station, campaign }: Of): string =>
  `from podcast_spots as t where campaign = ${literal(campaign)} and ${within(range, 't.at')}
   and podcast = ${literal(station)} and account = ${literal(account)}`;

/** By break (or episode) and price, the latest first. */
export const byBreak = async (clickhouse: ClickHouseClient, isPodcast: boolean, of: Of): Promise<BreakRow[]> => {
  const grouped = priceColumns.map((name) => `t.${name}`).join(', ');
  const query = isPodcast
    ? `select episode as id, any(t.kind) as kind, ${ms}, toFloat64(count()) as n, ${amounts('any')} ${ofPodcast(of)}
       group by id, ${grouped} order by first_at desc limit ${String(mostBreaks)}`
    : `select break_id as id, any(t.kind) as kind, ${ms}, toFloat64(sum(${impressionsOfSpot})) as n, ${amounts('any')}
       ${ofSpots(of)} group by id, ${grouped} having n <> 0 order by first_at desc limit ${String(mostBreaks)}`;
  return (await queryRows<Omit<BreakRow, 'at'> & { first_at: number }>(clickhouse, query)).map(
    ({ first_at, ...row }) => ({
      ...row,
      at: first_at,
    }),
  );
};

/** A page of impressions, the latest first, without those that were cut short. */
export const impressions = async (
  clickhouse: ClickHouseClient,
  isPodcast: boolean,
  of: Of,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ImpressionRow[]; total: number }> => {
  const source = isPodcast ? podcastImpressions(of) : spotImpressions(of);
  const [rows, [counted]] = await Promise.all([
    queryRows<Omit<ImpressionRow, 'at'> & { first_at: number }>(
      clickhouse,
      `${source} order by first_at desc, session limit ${String(limit)} offset ${String(offset)}`,
    ),
    queryRows<{ total: number }>(
      clickhouse,
      `select toFloat64(count()) as total from (${source} limit ${String(mostCounted + 1)})`,
    ),
  ]);
  return { rows: rows.map(({ first_at, ...row }) => ({ ...row, at: first_at })), total: counted?.total ?? 0 };
};

const places = ['country', 'region', 'city', 'device'].map((name) => `any(t.${name}) as ${name}`).join(', ');

const spotImpressions = (of: Of): string =>
  `select session, ${ms}, ${places}, any(t.player) as player, any(t.output) as output, ${amounts('any')} ${ofSpots(of)}
   ${of.break === undefined ? '' : `and break_id = ${literal(of.break)}`}
   group by session, break_id, slot having sum(${impressionsOfSpot}) > 0`;

const podcastImpressions = (of: Of): string =>
  `select '' as session, ${ms}, ${places}, any(t.app) as player, 'podcast' as output, ${amounts('any')} ${ofPodcast(of)}
   ${of.break === undefined ? '' : `and episode = ${literal(of.break)}`}
   group by t.at, t.lease, t.slot, t.episode, t.country, t.region, t.city, t.app, t.device`;
