import type { LiveCurve } from '#contract/live-stats.ts';

const minuteMs = 60_000;
const shown = 60;

/** What was pushed while the page was open: by minute since the epoch, the most listeners of each station and the last. */
export type Heard = Map<number, Map<string, { most: number; last: number }>>;

/** Keeps the most listeners of each station in a minute and the last, and no minute that is over for an hour. */
export const hear = (heard: Heard, minute: number, counts: ReadonlyMap<string, number>): void => {
  const told = heard.get(minute) ?? new Map<string, { most: number; last: number }>();
  for (const [station, last] of counts) told.set(station, { most: Math.max(last, told.get(station)?.most ?? 0), last });
  heard.set(minute, told);
  for (const old of [...heard.keys()].filter((one) => one <= minute - shown)) heard.delete(old);
};

/**
 * A station's last sixty minutes at a moment: as they were asked for, and from then on as they were pushed. Nothing
 * changes in a minute without a push, so that the last number before it holds.
 */
export const lastHour = (
  curve: LiveCurve | undefined,
  station: string,
  heard: Heard,
  at: { minute: number; listeners: number },
): number[] => {
  const first = at.minute - shown + 1;
  const began = curve ? Date.parse(curve.from) / minuteMs : at.minute;
  const asked = curve?.stations.find(({ key }) => key === station)?.minutes ?? [];
  let before = 0;
  return Array.from({ length: shown }, (_, i) => {
    const minute = first + i;
    const told = heard.get(minute)?.get(station);
    const known = asked[minute - began];
    const shownThen = known ?? told?.most ?? before;
    before = told?.last ?? shownThen;
    return minute === at.minute ? Math.max(known ?? 0, told?.most ?? 0, at.listeners) : shownThen;
  });
};
