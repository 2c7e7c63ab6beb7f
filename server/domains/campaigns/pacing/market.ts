import { hoursBetween, weekHours, type HoursOfWeek } from './hours-of-week.ts';

/*
 * What campaigns compete for. A cell is listening in which the same campaigns may play; an occasion is a moment at which
 * one listener can hear spots: a break, or the beginning of their stream.
 */

export type Cell = {
  /** Expected occasions in each hour of the week. */
  week: HoursOfWeek;
  /** How many spots an occasion has room for, at least 1. */
  room: number;
};

/** What a campaign wants of the market. Times in ms since the epoch. */
export type Demand = {
  key: string;
  /** A smaller number goes first. */
  priority: number;
  starts: number;
  ends: number;
  /** Impressions that it still needs. */
  need: number;
  /** Takes every occasion, instead of an even share of them. */
  isFast: boolean;
  /** Impressions a day at most. */
  perDay: number | null;
  /** The share of occasions that it can use, because listeners may hear it only so often, 0–1. */
  reach: number;
  /** Where it may play; `hours`: the part of each hour of the week in which it does, null for all. */
  cells: readonly { cell: number; hours: HoursOfWeek | null }[];
};

export type Market = {
  /** The times between which supply is added up, increasing; the first is now. */
  edges: readonly number[];
  cells: readonly Cell[];
  demands: readonly Demand[];
  /** How much more than its need a campaign aims at; none by default. */
  margin?: (demand: Demand) => number;
};

/** The hours of a cell in which the same campaigns play. */
type Unit = { week: HoursOfWeek; hours: readonly number[]; cell: number; room: number };

/** Occasions by unit and bucket of time: of unit `u` in bucket `b` at `u * buckets + b`. */
export type Grid = {
  edges: readonly number[];
  buckets: number;
  units: readonly Unit[];
  unitsOfCell: readonly (readonly number[])[];
  occasions: Float64Array;
  /** How many spots each occasion has room for. */
  room: Float64Array;
};

/** Divides the cells at the hours of the campaigns, and adds up their occasions between the edges. */
export const gridOf = ({ edges, cells, demands }: Market): Grid => {
  const hoursOfCell = new Map<number, Set<HoursOfWeek>>();
  for (const demand of demands)
    for (const { cell, hours } of demand.cells) {
      if (!hours) continue;
      const known = hoursOfCell.get(cell);
      if (known) known.add(hours);
      else hoursOfCell.set(cell, new Set([hours]));
    }
  const units: Unit[] = [];
  const unitsOfCell = cells.map(({ week, room }, cell) =>
    alikeHours([...(hoursOfCell.get(cell) ?? [])]).map((hours) => units.push({ week, hours, cell, room }) - 1),
  );
  const buckets = edges.length - 1;
  const counts = Array.from({ length: buckets }, (_, b) => hoursBetween(edges[b]!, edges[b + 1]!));
  const occasions = new Float64Array(units.length * buckets);
  const room = new Float64Array(units.length * buckets);
  for (const [u, unit] of units.entries())
    for (let b = 0; b < buckets; b++) {
      occasions[u * buckets + b] = occasionsOf(unit, counts[b]!);
      room[u * buckets + b] = unit.room;
    }
  return { edges, buckets, units, unitsOfCell, occasions, room };
};

const everyHour = Array.from({ length: weekHours }, (_, hour) => hour);

/** The hours of the week, grouped by those that are the same in all of these weeks. */
const alikeHours = (weeks: readonly HoursOfWeek[]): (readonly number[])[] =>
  weeks.length === 0
    ? [everyHour]
    : [...Map.groupBy(everyHour, (hour) => weeks.map((week) => week[hour]).join()).values()];

const occasionsOf = ({ week, hours }: Unit, counts: HoursOfWeek): number => {
  let sum = 0;
  for (const hour of hours) sum += week[hour]! * counts[hour]!;
  return sum;
};

/** Where a campaign can play, bucket by bucket: places in the grid, its occasions there, and the part of all that these are. */
export type Reachable = { at: number[]; bucket: number[]; occasions: number[]; part: number[]; total: number };

/** The occasions that a campaign can use. */
export const reachableOf = (grid: Grid, { starts, ends, reach, cells }: Omit<Demand, 'need'>): Reachable => {
  const found: Reachable = { at: [], bucket: [], occasions: [], part: [], total: 0 };
  const units = cells.flatMap(({ cell, hours }) =>
    grid.unitsOfCell[cell]!.flatMap((unit) => {
      const part = hours ? hours[grid.units[unit]!.hours[0]!]! : 1;
      return part > 0 ? [{ unit, part }] : [];
    }),
  );
  for (let b = 0; b < grid.buckets; b++) {
    const [from, to] = [grid.edges[b]!, grid.edges[b + 1]!];
    if (starts >= to || ends <= from) continue;
    const isWhole = starts <= from && ends >= to;
    const counts = isWhole ? undefined : hoursBetween(Math.max(starts, from), Math.min(ends, to));
    for (const { unit, part } of units) {
      const at = unit * grid.buckets + b;
      const all = grid.occasions[at]!;
      if (all <= 0) continue;
      const own = (counts ? occasionsOf(grid.units[unit]!, counts) : all) * part * reach;
      if (own <= 0) continue;
      found.at.push(at);
      found.bucket.push(b);
      found.occasions.push(own);
      found.part.push(own / all);
      found.total += own;
    }
  }
  return found;
};
