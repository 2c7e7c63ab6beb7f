import { adPositions, type Rule } from '#contract/rules/ad-rules.ts';
import type { Inventory } from '#contract/api/campaign-forecast.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs, minuteMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { compileRules, doRulesHold } from '#shared/ads/rules.ts';
import { checkTargets } from './check-targets.ts';
import { accountMarket } from './pacing/account-market.ts';
import { presentAccuracy } from './pacing/accuracy.ts';
import { allocate, type Allocation } from './pacing/allocate.ts';
import { demandsOf } from './pacing/demands.ts';
import type { ForecastDeps } from './pacing/forecast.ts';
import { daysFrom } from './pacing/forecast-run.ts';
import { reachableOf } from './pacing/market.ts';
import { withAnalytics } from './targets.ts';

export type InventoryQuery = { offset: string; from: string; to: string; priority: number };

const mostDays = 366;
const mostContending = 10;
const weekMs = 7 * dayMs;

/**
 * How many impressions these rules can still get in what is left of the given days, on the account's stations with audio ads
 * and its podcasts: the room in their breaks, less what campaigns of the same or a higher priority are expected to take of it.
 * Refuses with `campaign.dates`.
 */
export const inventoryOf = async (
  deps: ForecastDeps,
  account: AccountKey,
  rules: readonly Rule[],
  { offset, from, to, priority }: InventoryQuery,
): Promise<Inventory> => {
  const days = daysBetween(from, to);
  await checkTargets(deps.db, account, rules);
  const starts = days.map((day) => Date.parse(day) - offsetMinutes(offset) * minuteMs);
  const until = starts.at(-1)! + dayMs;
  return await withAnalytics(deps, async () => {
    const { now, cells, booked, accuracy } = await accountMarket(deps, account, { until, rules });
    const others = booked.filter((one) => one.priority <= priority);
    const demands = demandsOf(others, cells, now);
    const allocation = allocate({ edges: edgesOf(now, [...starts, until], demands), cells, demands });
    const compiled = compileRules(rules);
    const where = cells.flatMap(({ facts, position }, cell) =>
      (adPositions as readonly string[]).includes(position) && doRulesHold(compiled, facts)
        ? [{ cell, hours: null }]
        : [],
    );
    const { total, free, taken } = roomIn(allocation, where, starts);
    const all = sum(total);
    const needed = all - sum(free);
    const names = new Map(
      others.map(({ key, name, priority: tier }) => [key as string, { id: key, name, priority: tier }]),
    );
    return {
      ...{ total: Math.round(all), booked: Math.round(needed), available: Math.round(all - needed) },
      low: Math.max(0, Math.round(all * accuracy.low - needed)),
      high: Math.max(0, Math.round(all * accuracy.high - needed)),
      days: days.map((date, i) => ({ date, total: Math.round(total[i]!), available: Math.round(free[i]!) })),
      contending: [...taken]
        .map(([key, impressions]) => ({ ...names.get(key)!, impressions: Math.round(impressions) }))
        .filter(({ impressions }) => impressions > 0)
        .sort((a, b) => b.impressions - a.impressions)
        .slice(0, mostContending),
      accuracy: presentAccuracy(accuracy),
    };
  });
};

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Now, the days asked for, and weeks until the last campaign ends. */
const edgesOf = (now: number, days: readonly number[], demands: readonly { ends: number }[]): number[] => {
  const edges = [now, ...days.filter((at) => at > now)];
  const end = Math.max(edges.at(-1)!, ...demands.map(({ ends }) => ends));
  for (let at = edges.at(-1)! + weekMs; at < end; at += weekMs) edges.push(at);
  if (end > edges.at(-1)!) edges.push(end);
  return edges.length > 1 ? edges : [now, now + 1];
};

type Where = { cell: number; hours: null }[];

/** The room in the cells on each day, what of it is free, and what each campaign takes of it. */
const roomIn = ({ grid, allotted, free }: Allocation, where: Where, starts: readonly number[]) => {
  const [total, left] = [starts.map(() => 0), starts.map(() => 0)];
  const dayOfBucket = grid.edges.map((edge) => starts.findLastIndex((start) => start <= edge && edge < start + dayMs));
  const everything = { starts: -Infinity, ends: Infinity, reach: 1, cells: where };
  const reachable = reachableOf(grid, { ...everything, key: '', priority: 0, isFast: false, perDay: null });
  const places = new Set<number>();
  for (const [i, at] of reachable.at.entries()) {
    const day = dayOfBucket[reachable.bucket[i]!]!;
    if (day < 0) continue;
    places.add(at);
    total[day]! += reachable.occasions[i]! * grid.room[at]!;
    left[day]! += reachable.occasions[i]! * free[at]!;
  }
  const taken = new Map(
    allotted.map((one): [string, number] => [
      one.demand.key,
      one.reachable.at.reduce(
        (all, at, i) => (places.has(at) ? all + one.reachable.occasions[i]! * one.taken[i]! : all),
        0,
      ),
    ]),
  );
  return { total, free: left, taken };
};

const daysBetween = (from: string, to: string): string[] => {
  if (to < from) refuse('campaign.dates');
  const days = daysFrom(from, to, mostDays + 1);
  if (days.length > mostDays) refuse('request.invalid', {}, { to: 'Please choose at most a year.' });
  return days;
};

/** `+02:00` in minutes. */
const offsetMinutes = (offset: string): number => {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};
