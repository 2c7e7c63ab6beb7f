import { setImmediate as turn } from 'node:timers/promises';
import {
  latestDays,
  nearGoal,
  type CampaignForecast,
  type ForecastDraft,
  type ForecastLimit,
} from '#contract/api/campaign-forecast.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';
import { checkTargets } from '../check-targets.ts';
import { localDate } from '../local-date.ts';
import { withAnalytics } from '../targets.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { accountMarket, type AccountMarket, type MarketDeps } from './account-market.ts';
import { presentAccuracy } from './accuracy.ts';
import { draftRow } from './draft-row.ts';
import { byDays, daysFrom, forecastEdges, runForecast, type Run } from './forecast-run.ts';
import { anywhere, lifts } from './lifted-limits.ts';

export type ForecastDeps = MarketDeps & Pick<Kernel, 'log'>;

const mostDays = 400;
const mostContending = 10;

/**
 * What a campaign will end with, what holds it back from its goal, and whom it takes impressions from: the allocation of pacing
 * over the future, with the campaign in it. Refuses with `campaign.dates`, `.unknownTarget`, and `.notFound` of its `id`.
 */
export const forecastOf = async (
  deps: ForecastDeps,
  account: AccountKey,
  draft: ForecastDraft,
  stations: readonly StationKey[],
): Promise<CampaignForecast> => {
  if (draft.endDate < draft.startDate) refuse('campaign.dates');
  const row = await draftRow(deps.db, account, draft, stations);
  const rules = draft.providerRuleChains.flatMap((chain) => chain.rules);
  await checkTargets(deps.db, account, rules, row.network);
  return await withAnalytics(deps, async () => {
    const market = await accountMarket(deps, row.network ? undefined : account, {
      until: row.ends + latestDays * dayMs,
      draft: row,
      extra: [anywhere(row)],
    });
    return await describe(market, row, draft);
  });
};

const describe = async (
  market: AccountMarket,
  row: PlanCampaignRow,
  draft: ForecastDraft,
): Promise<CampaignForecast> => {
  const run = runner(market, draft);
  const base = await run(row);
  const without = await run(undefined);
  const [low, high] = [await run(row, { level: market.accuracy.low }), await run(row, { level: market.accuracy.high })];
  const [goal, delivered] = [row.impression_limit, row.delivered];
  const endOf = ({ draft: allotted }: Run): number => Math.round(Math.min(goal, delivered + (allotted?.expected ?? 0)));
  const expected = endOf(base);
  const isShort = expected < nearGoal * goal;
  const first = laterOf(draft.startDate, localDate(draft.timezone, market.now));
  const days = daysFrom(first, draft.endDate, mostDays);
  const sums = byDays(days, knownZone(draft.timezone), base, base.draft?.byBucket ?? []);
  return {
    ...{ goal, delivered, expected, low: endOf(low), high: endOf(high) },
    days: days.map((date, i) => ({ date, expected: Math.round(sums[i]!) })),
    limitedBy: isShort ? await lossesOf(run, row, market, base) : [],
    contending: contendingOf(market.booked, without, base),
    reachedBy: isShort ? await laterEnd(market, row, draft, goal) : null,
    accuracy: presentAccuracy(market.accuracy),
  };
};

type RunOptions = { level?: number; booked?: readonly PlanCampaignRow[]; endDate?: string };

/** Runs forecasts of a draft, each in a turn of its own, as large markets take a while. */
const runner =
  (market: AccountMarket, { startDate, endDate: saved, timezone }: ForecastDraft) =>
  async (row: PlanCampaignRow | undefined, options: RunOptions = {}): Promise<Run> => {
    await turn();
    const { level = 1, booked = market.booked, endDate = saved } = options;
    const zone = knownZone(timezone);
    const ends = booked.map((one) => one.ends);
    const first = laterOf(startDate, localDate(timezone, market.now));
    const edges = forecastEdges(market.now, { first, last: endDate, zone }, ends);
    return runForecast(market.cells, booked, row, { now: market.now, edges, level });
  };

const laterOf = (one: string, other: string): string => (one > other ? one : other);
const expectedIn = ({ draft }: Run): number => draft?.expected ?? 0;

/** What each limit alone costs. */
const lossesOf = async (
  run: ReturnType<typeof runner>,
  row: PlanCampaignRow,
  { booked }: AccountMarket,
  base: Run,
): Promise<CampaignForecast['limitedBy']> => {
  const losses: CampaignForecast['limitedBy'] = [];
  const add = async (by: ForecastLimit, lifted: Promise<Run>): Promise<void> => {
    const loss = Math.round(expectedIn(await lifted) - expectedIn(base));
    if (loss > row.impression_limit * (1 - nearGoal)) losses.push({ by, loss });
  };
  for (const [by, lift] of Object.entries(lifts)) {
    const lifted = lift(row);
    if (lifted) await add(by as ForecastLimit, run(lifted));
  }
  const higher = booked.filter(({ priority }) => priority < row.priority);
  if (higher.length > 0) await add('tiers', run(row, { booked: booked.filter((one) => !higher.includes(one)) }));
  return losses.sort((a, b) => b.loss - a.loss);
};

/** Whose expected impressions fall because of the draft. */
const contendingOf = (booked: readonly PlanCampaignRow[], without: Run, base: Run): CampaignForecast['contending'] =>
  booked
    .map(({ key, name, priority, impression_limit }) => ({
      ...{ id: key, name, priority },
      impressions: Math.round((without.others.get(key) ?? 0) - (base.others.get(key) ?? 0)),
      least: impression_limit * (1 - nearGoal),
    }))
    .filter(({ impressions, least }) => impressions > least)
    .sort((a, b) => b.impressions - a.impressions)
    .slice(0, mostContending)
    .map(({ least: _, ...one }) => one);

/** The first last day with which the goal is expected, found by halving; null if none within 120 days is. */
export const laterEnd = async (
  market: AccountMarket,
  row: PlanCampaignRow,
  draft: ForecastDraft,
  goal: number,
): Promise<string | null> => {
  const run = runner(market, draft);
  const zone = knownZone(draft.timezone);
  const endAfter = (days: number): string => {
    const today = localDate(draft.timezone, market.now);
    return new Date(Date.parse(laterOf(draft.endDate, today)) + days * dayMs).toISOString().slice(0, 10);
  };
  const isEnough = async (days: number): Promise<boolean> => {
    const endDate = endAfter(days);
    const later = { ...row, ends: startOfDay(zone, nextDate(endDate)) };
    return row.delivered + expectedIn(await run(later, { endDate })) >= goal * nearGoal;
  };
  if (!(await isEnough(latestDays))) return null;
  let [short, enough] = [0, latestDays];
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (await isEnough(middle)) enough = middle;
    else short = middle;
  }
  return endAfter(enough);
};
