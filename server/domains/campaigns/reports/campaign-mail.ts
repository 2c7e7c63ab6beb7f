import { sql } from 'kysely';
import type { CampaignKey, AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import {
  nonEmptyTables,
  totalsOf,
  type Days,
  type ReadReport,
  type ShownMetric,
} from '#server/domains/analytics/reports/kinds/report-content.service.ts';
import { plainNumber, withUnit } from '#server/domains/analytics/reports/report-format.service.ts';
import type { Db, EmailTable } from '#server/kernel/kernel.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import { daysBefore, type TimeRange } from '#server/platform/period.ts';
import { byDayOfCampaigns } from './report-queries.ts';

type Heard = { impressions: number; thirdQuartile: number };
type Reported = { key: CampaignKey; name: string; objective: number; delivered: number; expected: number | null };

const most = 20;

/** What an account's campaigns delivered in some days, each with how far it is and what it is expected to end with. */
export const campaignReport: ReadReport = async ({ db, clickhouse }, { account_key, zone_now }, days) => {
  if (!account_key) throw new Error('Only accounts have campaign reports.');
  const zone = knownZone(zone_now);
  const before = daysBefore(days);
  const campaigns = await campaignsWithin(db, account_key, before.from_date, days.to_date);
  const read = async (of: Days) =>
    await byDayOfCampaigns(
      clickhouse,
      campaigns.map(({ key }) => key),
      rangeOf(of, zone),
      zone,
    ).catch(emptyIfMissing([]));
  const [now, earlier] = [await read(days), await read(before)];
  const total = sumOf(now);
  const byCampaign = Map.groupBy(now, ({ campaign }) => campaign);
  const byDate = Map.groupBy(now, ({ date }) => date);
  return {
    ...days,
    before,
    timezone: zone,
    lead: total.impressions === 0 ? undefined : `${withUnit(total.impressions, 'impression')} of campaigns`,
    totals: totalsOf(shown, total, sumOf(earlier)),
    parts: nonEmptyTables([
      tableOf(campaigns.map((campaign) => ({ campaign, heard: sumOf(byCampaign.get(campaign.key) ?? []) }))),
    ]),
    buckets: {
      columns: ['date', 'impressions', 'thirdQuartile'],
      rows: datesOf(days).map((date) => {
        const { impressions, thirdQuartile } = sumOf(byDate.get(date) ?? []);
        return [date, impressions, thirdQuartile];
      }),
    },
  };
};

const shown: readonly ShownMetric<Heard>[] = [
  { metric: 'impressions', of: ({ impressions }) => impressions, text: plainNumber },
  { metric: 'thirdQuartile', of: ({ thirdQuartile }) => thirdQuartile, text: plainNumber },
];

const tableOf = (rows: readonly { campaign: Reported; heard: Heard }[]): EmailTable => ({
  title: 'Campaigns',
  columns: ['', 'Impressions', 'Heard to three quarters', 'Of the goal', 'Forecast'],
  rows: rows
    .toSorted((a, b) => b.heard.impressions - a.heard.impressions)
    .slice(0, most)
    .map(({ campaign: { name, delivered, objective, expected }, heard }) => [
      name,
      plainNumber(heard.impressions),
      plainNumber(heard.thirdQuartile),
      `${String(Math.floor((delivered / objective) * 100))}% of ${plainNumber(objective)}`,
      expected === null ? '–' : plainNumber(expected),
    ]),
});

const campaignsWithin = async (db: Db, account: AccountKey, from: string, to: string): Promise<Reported[]> =>
  (
    await sql<Reported>`select key, name, impression_limit::float8 as objective, delivered::float8 as delivered,
      (forecast ->> 'expected')::float8 as expected
    from campaigns where account_key = ${account} and start_date <= ${to} and end_date >= ${from}
    order by created desc, key limit 1000`.execute(db)
  ).rows;

const sumOf = (rows: readonly { n: number; third: number }[]): Heard => ({
  impressions: rows.reduce((sum, { n }) => sum + n, 0),
  thirdQuartile: rows.reduce((sum, { third }) => sum + third, 0),
});

const rangeOf = ({ from_date, to_date }: Days, zone: string): TimeRange => ({
  start: startOfDay(zone, from_date),
  end: startOfDay(zone, nextDate(to_date)),
});

const datesOf = ({ from_date, to_date }: Days): string[] =>
  Array.from({ length: (Date.parse(to_date) - Date.parse(from_date)) / dayMs + 1 }, (_, i) =>
    new Date(Date.parse(from_date) + i * dayMs).toISOString().slice(0, 10),
  );
