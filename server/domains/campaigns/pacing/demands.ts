import { compileRules, doRulesHold } from '#shared/ads/rules.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';
import { partsWithin, type HoursOfWeek } from './hours-of-week.ts';
import type { Demand } from './market.ts';
import { reachOf } from './reach.ts';
import type { Listening, SupplyCell } from './stream-supply.ts';
import { horizonMs } from './time-buckets.ts';

/** What pacing needs to know of a campaign. */
export type PacedCampaign = Pick<
  PlanCampaignRow,
  | 'positions'
  | 'schedule'
  | 'rate_limiting'
  | 'impression_limit'
  | 'delivered'
  | 'starts'
  | 'ends'
  | 'priority'
  | 'attempts'
> & { key: string; asked?: PlanCampaignRow['asked'] };

/** What these campaigns want of the cells. Beyond the horizon, time is as before it. */
export const demandsOf = (campaigns: readonly PacedCampaign[], cells: readonly SupplyCell[], now: number): Demand[] => {
  const hoursOf = rememberedHours(now);
  return campaigns.map((row) => {
    const own = cellsOf(row, cells);
    const [begins, ends] = [Math.max(now, row.starts), Math.min(row.ends, now + horizonMs)];
    const need = Math.max(0, row.impression_limit - row.delivered);
    return {
      ...{ key: row.key, priority: row.priority, starts: row.starts, ends },
      need: row.ends > ends && ends > begins ? (need * (ends - begins)) / (row.ends - begins) : need,
      isFast: row.rate_limiting.pacing === 'fast',
      perDay: row.rate_limiting.perDay,
      reach: reachIn(
        row,
        own.map((cell) => cells[cell]!),
      ),
      cells: own.map((cell) => ({ cell, hours: hoursOf(row.schedule, cells[cell]!.timezone) })),
    };
  });
};

/** The cells whose listeners a campaign may reach; one without attempts yet, all that admit it. */
const cellsOf = ({ key, positions, attempts, asked = [] }: PacedCampaign, cells: readonly SupplyCell[]): number[] => {
  const rules = [...attempts, ...asked].map((attempt) => compileRules(attempt.rules));
  return cells.flatMap(({ admits, position, facts }, cell) =>
    admits.has(key) &&
    positions.includes(position) &&
    (rules.length === 0 || rules.some((one) => doRulesHold(one, facts)))
      ? [cell]
      : [],
  );
};

/** The share of occasions that caps leave a campaign in these cells, by how listeners listen there. */
const reachIn = ({ rate_limiting, positions }: PacedCampaign, cells: readonly SupplyCell[]): number => {
  const known = new Map<Listening, number>();
  let [all, used] = [0, 0];
  for (const { listening, week } of cells) {
    let reach = known.get(listening);
    if (reach === undefined) {
      reach = reachOf(rate_limiting, listening.lengths, {
        perHour: positions.includes('mid') ? listening.perHour : 0,
        perConnect: positions.includes('pre') ? listening.perConnect : 0,
      });
      known.set(listening, reach);
    }
    const occasions = sumOf(week);
    all += occasions;
    used += occasions * reach;
  }
  return all === 0 ? 1 : used / all;
};

const sumOf = (week: HoursOfWeek): number => {
  let sum = 0;
  for (let hour = 0; hour < week.length; hour++) sum += week[hour]!;
  return sum;
};

/** The hours of a schedule in a zone, once each, so that campaigns with the same hours share them. */
const rememberedHours = (now: number) => {
  const known = new Map<string, HoursOfWeek>();
  return (schedule: PacedCampaign['schedule'], timezone: string): HoursOfWeek | null => {
    if (!schedule) return null;
    const id = JSON.stringify([timezone, schedule]);
    const hours = known.get(id) ?? partsWithin(schedule, timezone, now);
    known.set(id, hours);
    return hours;
  };
};
