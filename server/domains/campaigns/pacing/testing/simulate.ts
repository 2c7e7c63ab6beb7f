import { dayMs, hourMs } from '#contract/rules/time.ts';
import { allocate } from '../allocate.ts';
import { chancesOf } from '../chances.ts';
import { hourOfWeek, weekHours } from '../hours-of-week.ts';
import { levelOf, weightsAt } from '../levels.ts';
import type { Demand } from '../market.ts';
import { edgesFrom, marginAt } from '../time-buckets.ts';
import { seeded } from './random.ts';

/** A month of campaigns on stations whose audience differs from what was expected of it. */
export type Simulation = {
  days: number;
  cells: number;
  campaigns: number;
  /** What the campaigns need, as a share of all occasions. */
  demand: number;
  /** Expected ÷ actual audience: on average, and its spread by cell. */
  bias: number;
  spread: number;
  /** The spread of days. */
  noise: number;
  /** One day has this share of its audience. */
  badDay: { day: number; share: number };
  /** Hours in which no new plan is sent. */
  away?: { from: number; to: number };
  seed: number;
};
export type Outcome = { key: string; goal: number; delivered: number; byDay: number[]; ideal: number[] };

/** A Monday. */
const start = Date.UTC(2026, 10, 2);

/** Delivers the campaigns hour by hour with the code that ships: allocation, chances and levels. */
export const simulate = (of: Simulation): Outcome[] => {
  const random = seeded(of.seed);
  const base = Array.from({ length: of.cells }, () => 12 * Math.exp(random.normal() * 1.1 + 2.2));
  const errors = base.map(() => of.bias * Math.exp(random.normal() * of.spread));
  const days = Array.from({ length: of.days }, (_, day) =>
    day === of.badDay.day ? of.badDay.share : Math.max(0.2, 1 + random.normal() * of.noise),
  );
  const weeks = base.map((one, cell) =>
    Float64Array.from({ length: weekHours }, (_, hour) => one * errors[cell]! * shape(hour)),
  );
  const list = campaignsOf(of, base);
  const seen = base.map(() => new Float64Array(weekHours));
  let plan: ReturnType<typeof planOf> = [];
  for (let hour = 0; hour < of.days * 24; hour++) {
    const now = start + hour * hourMs;
    const isAway = of.away !== undefined && hour >= of.away.from && hour < of.away.to;
    if (!isAway) plan = planOf(list, weeks, seen, hour, now);
    for (const [cell, mean] of base.entries()) {
      const occasions = random.poisson(mean * shape(hourOfWeek(now)) * days[Math.floor(hour / 24)]!);
      seen[cell]![hourOfWeek(now)] = occasions;
      play(plan, { cell, occasions, now, day: Math.floor(hour / 24) }, random);
    }
  }
  return list.map(({ demand, goal, delivered, byDay, ideal }) => ({ key: demand.key, goal, delivered, byDay, ideal }));
};

/** The audience of an hour of the week: two peaks a day, fewer at weekends. */
const shape = (hour: number): number => {
  const [day, clock] = [Math.floor(hour / 24), hour % 24];
  const peaks = 0.25 + 1.2 * Math.exp(-((clock - 9) ** 2) / 8) + 1.1 * Math.exp(-((clock - 18) ** 2) / 14);
  return peaks * (day >= 5 ? 0.7 : 1.1);
};

type Running = Omit<Outcome, 'key'> & { demand: Omit<Demand, 'need'>; cells: ReadonlySet<number> };

const campaignsOf = ({ days, cells, campaigns, demand }: Simulation, base: readonly number[]): Running[] => {
  const random = seeded(99);
  const hours = Array.from({ length: days * 24 }, (_, hour) => shape(hourOfWeek(start + hour * hourMs)));
  const sum = (from: number, to: number): number => hours.slice(from, to).reduce((all, one) => all + one, 0);
  const drawn = Array.from({ length: campaigns }, (_, i) => {
    const first = Math.floor(random.uniform() * 20);
    const last = Math.min(days, first + 3 + Math.floor(random.uniform() * (days - first - 2)));
    const share = [0.08, 0.2, 0.5, 1][i % 4]!;
    const mine = base.flatMap((_, cell) => (random.uniform() < share ? [cell] : []));
    const own = mine.length > 0 ? mine : [Math.floor(random.uniform() * cells)];
    const reachable = own.reduce((all, cell) => all + base[cell]!, 0) * sum(first * 24, last * 24);
    return { i, first, last, own, reachable, weight: Math.sqrt(reachable) * (0.5 + random.uniform()) };
  });
  const supply = base.reduce((all, one) => all + one, 0) * sum(0, days * 24);
  const weights = drawn.reduce((all, { weight }) => all + weight, 0);
  return drawn.map(({ i, first, last, own, reachable, weight }) => {
    const wanted = Math.round((supply * demand * weight) / weights);
    const goal = Math.max(500, Math.min(wanted, Math.round(reachable * 0.6)));
    const all = sum(first * 24, last * 24);
    const ideal = Array.from({ length: days }, (_, day) =>
      day < first || day >= last ? 0 : (goal * sum(day * 24, day * 24 + 24)) / all,
    );
    return {
      demand: {
        ...{
          key: `c${String(i).padStart(2, '0')}`,
          priority: i % 5 === 0 ? 2 : 3,
          isFast: false,
          perDay: null,
          reach: 1,
        },
        ...{ starts: start + first * dayMs, ends: start + last * dayMs },
        cells: own.map((cell) => ({ cell, hours: null })),
      },
      ...{ cells: new Set(own), goal, ideal, delivered: 0, byDay: ideal.map(() => 0) },
    };
  });
};

/** The running campaigns in the order in which they are asked, with their chances of the next hours. */
const planOf = (
  list: readonly Running[],
  weeks: readonly Float64Array[],
  seen: readonly Float64Array[],
  hour: number,
  now: number,
) => {
  const weights = weightsAt(now);
  const isPast = (slot: number): boolean => hour >= weekHours || slot < hour;
  const cells = weeks.map((week, cell) => {
    let [was, expected] = [0, 0];
    for (let slot = 0; slot < weekHours; slot++) {
      if (!isPast(slot)) continue;
      was += seen[cell]![slot]! * weights[slot]!;
      expected += week[slot]! * weights[slot]!;
    }
    const level = levelOf(was, expected, 50);
    return { week: week.map((one) => one * level), room: 1 };
  });
  const demands = list
    .filter(({ demand, delivered, goal }) => demand.starts < now + dayMs && demand.ends > now && delivered < goal)
    .map(({ demand, delivered, goal }) => ({ ...demand, need: goal - delivered }));
  if (demands.length === 0) return [];
  const chances = chancesOf(
    allocate({ edges: edgesFrom(now, demands), cells, demands, margin: marginAt(now) }),
    now + dayMs,
  );
  return list
    .flatMap((one) => {
      const pace = chances.get(one.demand.key);
      return pace ? [{ one, ...pace }] : [];
    })
    .sort((a, b) => a.one.demand.priority - b.one.demand.priority || b.tightness - a.tightness);
};

/** The campaigns are asked at each occasion until one plays; leases hold the goal. */
const play = (
  plan: ReturnType<typeof planOf>,
  { cell, occasions, now, day }: { cell: number; occasions: number; now: number; day: number },
  random: ReturnType<typeof seeded>,
): void => {
  let left = occasions;
  for (const { one, steps } of plan) {
    if (left === 0) return;
    if (!one.cells.has(cell) || now < one.demand.starts || now >= one.demand.ends) continue;
    const share = steps.findLast(({ from }) => from <= now)?.share ?? 0;
    const played = Math.min(random.binomial(left, share), one.goal - one.delivered);
    one.delivered += played;
    one.byDay[day]! += played;
    left -= played;
  }
};
