import { overlapping, type DayPartHours } from '#contract/rules/week.ts';

/** Hours on one day of the week, minutes from its midnight; `to` is beyond 1440 if they cross the next one. */
export type Block = { day: number; from: number; to: number };

/** Times in the calendar are whole quarters of an hour, as far as the user drags them. */
export const step = 15;
export const dayMinutes = 24 * 60;

/** One block for each day of each of these hours. */
export const blocksOf = (hours: readonly DayPartHours[]): Block[] =>
  hours.flatMap(({ days, from, to }) => days.map((day) => ({ day, from, to: to > from ? to : to + dayMinutes })));

/** The hours of these blocks, those of the same times together; by their first day and time. */
export const hoursOf = (blocks: readonly Block[]): DayPartHours[] => {
  const byTimes = Map.groupBy(blocks, ({ from, to }) => `${from} ${to}`);
  const hours = [...byTimes.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const days = [...new Set([first, ...others].map(({ day }) => day))].sort((one, other) => one - other);
    return [{ days, from: first.from, to: first.to > dayMinutes ? first.to - dayMinutes : first.to }];
  });
  return hours.toSorted((one, other) => (one.days[0] ?? 0) - (other.days[0] ?? 0) || one.from - other.from);
};

/** Moved by days and minutes, within the week; its length stays. */
export const movedBlock = ({ day, from, to }: Block, days: number, minutes: number): Block => {
  const begin = within(from + minutes, 0, dayMinutes - step);
  return { day: within(day + days, 1, 7), from: begin, to: begin + to - from };
};

/** With its start or end moved by minutes; it lasts a quarter of an hour at least, and less than a day unless it is one. */
export const resizedBlock = (block: Block, edge: 'from' | 'to', minutes: number): Block => {
  const { from, to } = block;
  if (edge === 'from') {
    const earliest = to > dayMinutes ? to - dayMinutes + step : 0;
    return { ...block, from: within(from + minutes, earliest, Math.min(to, dayMinutes) - step) };
  }
  const latest = from === 0 ? dayMinutes : from + dayMinutes - step;
  return { ...block, to: within(to + minutes, from + step, latest) };
};

/** The parts of a block in the columns of days: that after midnight is in the next day's. */
export const segmentsOf = ({ day, from, to }: Block): Block[] =>
  to <= dayMinutes
    ? [{ day, from, to }]
    : [
        { day, from, to: dayMinutes },
        { day: (day % 7) + 1, from: 0, to: to - dayMinutes },
      ];

/** Whether two blocks have a minute in common. */
export const blocksOverlap = (one: Block, other: Block): boolean =>
  hoursOf([one]).some((a) => hoursOf([other]).some((b) => overlapping(a, b)));

/** Two hours of a day that none of these blocks needs, from Monday morning on; they overlap others in a full week. */
export const freeBlock = (blocks: readonly Block[]): Block => {
  const starts = [6, 8, 10, 12, 14, 16, 18, 20, 22, 0, 2, 4];
  const free = [1, 2, 3, 4, 5, 6, 7]
    .flatMap((day) => starts.map((hour) => ({ day, from: hour * 60, to: (hour + 2) * 60 })))
    .find((one) => !blocks.some((other) => blocksOverlap(one, other)));
  return free ?? { day: 1, from: 6 * 60, to: 8 * 60 };
};

/** Where overlapping segments of one day stand beside each other: `lane` of `of`, in the order given. */
export const lanesOf = (segments: readonly { from: number; to: number }[]): { lane: number; of: number }[] => {
  const placed = segments.map(() => ({ lane: 0, of: 1 }));
  const order = [...segments.keys()].sort((a, b) => segments[a]!.from - segments[b]!.from);
  let group: number[] = [];
  let ends: number[] = [];
  const close = (): void => {
    for (const index of group) placed[index]!.of = ends.length;
    group = [];
    ends = [];
  };
  for (const index of order) {
    const { from, to } = segments[index]!;
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const lane = free >= 0 ? free : ends.length;
    ends[lane] = to;
    placed[index]!.lane = lane;
    group.push(index);
  }
  close();
  return placed;
};

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
