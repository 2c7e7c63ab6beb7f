import type { LiveCurve } from '#contract/live-stats.ts';

const minuteMs = 60_000;
const shown = 60;

/** What was pushed while the page was open: by minute since the epoch, the most listeners of each station. */
export type Heard = Map<number, Map<string, number>>;

/** Keeps the most listeners of each station in a minute, and no minute that is over for an hour. */
export const hear = (heard: Heard, minute: number, counts: ReadonlyMap<string, number>): void => {
  const most = heard.get(minute) ?? new Map<string, number>();
  for (const [station, listeners] of counts) most.set(station, Math.max(listeners, most.get(station) ?? 0));
  heard.set(minute, most);
  for (const old of [...heard.keys()].filter((one) => one <= minute - shown)) heard.delete(old);
};

/**
 * A station's last sixty minutes at a moment: as they were asked for, and from then on as they were pushed. Nothing
 * changes in a minute without a push, so that the number of the one before holds.
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
    before = minute === at.minute ? Math.max(known ?? 0, told ?? 0, at.listeners) : (known ?? told ?? before);
    return before;
  });
};
