import type { ClickHouseClient } from '@clickhouse/client';
import type { CampaignReport } from '#contract/api/campaign-report.ts';
import { evenPaceOf } from '#contract/rules/even-pace.ts';
import {
  keyPrefix,
  type AccountKey,
  type CampaignKey,
  type PodcastKey,
  type StationKey,
} from '#contract/rules/keys.ts';
import { offsetAt } from '#contract/rules/zone-clock.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { reasonsIn } from '../podcast-spots/reasons.repo.ts';
import * as queries from './report-queries.ts';
import { audioNames, podcastTitles, reportedCampaign, stationNames } from './reports.repo.ts';
import { sumReasons } from './sum-reasons.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'log'> & { clickhouse: ClickHouseClient };

const mostDays = 1000;

/**
 * What a campaign has delivered from `from` to `to` (days of its time zone; its whole run unless given), until today. Refuses
 * with `campaign.notFound`, `analytics.tooMuch`, and `request.unavailable` while ClickHouse is down.
 */
export const reportOf = async (
  deps: Deps,
  { id, cid }: { id: AccountKey; cid: CampaignKey },
  period: { from?: string | undefined; to?: string | undefined },
): Promise<CampaignReport> => {
  const row = (await reportedCampaign(deps.db, id, cid)) ?? refuse('campaign.notFound');
  const zone = knownZone(row.timezone);
  const days = daysOf(row, zone, period, deps.clock.now().getTime());
  const first = days[0];
  const impressions = { actual: row.delivered, objective: row.impression_limit };
  const { start_date: startDate, end_date: endDate, schedule, impression_limit: impressionLimit } = row;
  const due = evenPaceOf({ startDate, endDate, schedule, impressionLimit });
  if (first === undefined) return { ...nothing([], due), impressions, timezone: zone };
  const range = { start: startOfDay(zone, first), end: startOfDay(zone, nextDate(days.at(-1)!)) };
  const report = await withQueryErrors(deps, nothing(days, due), () =>
    measured(deps, { campaign: cid, range, zone, delivered: row.delivered }, days, due),
  );
  return { ...report, impressions, timezone: zone };
};

type Measured = Pick<CampaignReport, 'stats' | 'quartiles'>;

const measured = async (
  { db, clickhouse }: Deps,
  { delivered, ...of }: Parameters<typeof queries.byTimeAndSpot>[1] & { delivered: number },
  days: readonly string[],
  due: DueOn,
): Promise<Measured> => {
  const sample = queries.sampleOf(delivered);
  const [{ dates, hours, spots }, places, heardOn, devices, sampled, inStreams, inPodcasts] = await Promise.all([
    queries.byTimeAndSpot(clickhouse, of),
    queries.byPlace(clickhouse, of),
    queries.byPlaceHeard(clickhouse, of),
    queries.byDevice(clickhouse, of),
    queries.byFrequency(clickhouse, of, sample),
    queries.byReason(clickhouse, of),
    reasonsIn(db, of.campaign, { first: days[0]!, last: days.at(-1)! }),
  ]);
  const share = sample / queries.parts;
  const frequency = sampled.map(({ times, sessions }) => ({ times, sessions: Math.round(sessions / share) }));
  const byDate = new Map(dates.map((row) => [row.date, row]));
  const [topStations, topPodcasts] = await Promise.all([
    named(heardOn, 'station', (keys: StationKey[]) => stationNames(db, keys)),
    named(heardOn, 'podcast', (keys: PodcastKey[]) => podcastTitles(db, keys)),
  ]);
  const audio = await audioNames(
    db,
    spots.map(({ spot }) => spot).filter((id) => id !== ''),
  );
  const stats = nothing(days, due).stats;
  for (const { hour, n } of hours) stats.hourImpressions[hour] = n;
  return {
    stats: {
      ...stats,
      dailyImpressions: stats.dailyImpressions.map((day) => ({
        ...day,
        impressions: byDate.get(day.date)?.n ?? 0,
        thirdQuartile: byDate.get(day.date)?.thirdQuartile ?? 0,
      })),
      locationImpressions: places.map(({ n, ...place }) => ({ ...place, impressions: n })),
      ...{ topStations, topPodcasts },
      creatives: spots.map(({ spot, n, third }) => ({
        ...{ id: spot, name: audio.get(spot) ?? '', impressions: n, thirdQuartile: third },
      })),
      deviceImpressions: devices,
      reach: frequency.reduce((sum, { sessions }) => sum + sessions, 0),
      ...{ frequency, reachSample: share },
      reasons: sumReasons(inStreams, inPodcasts),
    },
    quartiles: dates.reduce(addQuartiles, queries.noQuartiles),
  };
};

const addQuartiles = (sum: CampaignReport['quartiles'], day: CampaignReport['quartiles']) => ({
  started: sum.started + day.started,
  firstQuartile: sum.firstQuartile + day.firstQuartile,
  midpoint: sum.midpoint + day.midpoint,
  thirdQuartile: sum.thirdQuartile + day.thirdQuartile,
  complete: sum.complete + day.complete,
});

/** The impressions due on a day. */
type DueOn = (date: string) => number;

const nothing = (days: readonly string[], due: DueOn): Measured => ({
  stats: {
    dailyImpressions: days.map((date) => ({ date, impressions: 0, thirdQuartile: 0, due: Math.round(due(date)) })),
    locationImpressions: [],
    ...{ topStations: [], topPodcasts: [] },
    hourImpressions: Array.from({ length: 168 }, () => 0),
    ...{ creatives: [], deviceImpressions: [], reach: 0, frequency: [], reachSample: 1 },
    reasons: [],
  },
  quartiles: queries.noQuartiles,
});

type HeardOn = Awaited<ReturnType<typeof queries.byPlaceHeard>>;

/** The rows of one kind of place, which its keys begin with, with their names. */
const named = async <Key extends string>(
  rows: HeardOn,
  kind: 'station' | 'podcast',
  namesOf: (keys: Key[]) => Promise<{ key: Key; name: string }[]>,
): Promise<{ key: Key; name: string; impressions: number }[]> => {
  const own = rows
    .filter(({ station }) => station.startsWith(`${keyPrefix[kind]}-`))
    .map(({ station, n }) => ({ key: station as string as Key, impressions: n }));
  if (own.length === 0) return [];
  const names = new Map((await namesOf(own.map(({ key }) => key))).map(({ key, name }) => [key, name]));
  return own.map((row) => ({ ...row, name: names.get(row.key) ?? '' }));
};

/** The days of the campaign that are within the period and have begun. */
const daysOf = (
  { start_date, end_date }: { start_date: string; end_date: string },
  zone: string,
  { from = start_date, to = end_date }: { from?: string | undefined; to?: string | undefined },
  now: number,
): string[] => {
  const today = new Date(now + offsetAt(zone, now)).toISOString().slice(0, 10);
  const last = [end_date, to, today].sort()[0]!;
  return daysBetween(from > start_date ? from : start_date, last);
};

const daysBetween = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < mostDays; day = nextDate(day)) days.push(day);
  return days;
};
