import type { LiveCurve } from '#contract/api/live-stats.ts';
import { minuteMs } from '#contract/rules/time.ts';

const minutesShown = 60;

/** Counts pushed while the page is open: per minute since the epoch and station, the peak and the last value. */
export type PushedCounts = Map<number, Map<string, { peak: number; last: number }>>;

/** Stores each station's peak and last count of a minute and drops minutes older than an hour. */
export const recordCounts = (pushedCounts: PushedCounts, minute: number, counts: ReadonlyMap<string, number>): void => {
  const stations = pushedCounts.get(minute) ?? new Map<string, { peak: number; last: number }>();
  for (const [station, last] of counts)
    stations.set(station, { peak: Math.max(last, stations.get(station)?.peak ?? 0), last });
  pushedCounts.set(minute, stations);
  for (const old of [...pushedCounts.keys()].filter((one) => one <= minute - minutesShown)) pushedCounts.delete(old);
};

/**
 * The peak listeners of a station in each of the last 60 minutes. The minute of the fetch was incomplete when fetched,
 * so a push of the same minute may raise it. A minute without a push keeps the last value before it, as nothing changed.
 */
export const lastHour = (
  curve: LiveCurve | undefined,
  station: string,
  pushedCounts: PushedCounts,
  at: { minute: number; listeners: number },
): number[] => {
  const first = at.minute - minutesShown + 1;
  const start = curve ? Date.parse(curve.from) / minuteMs : at.minute;
  const fetchedMinutes = curve?.stations.find(({ key }) => key === station)?.minutes ?? [];
  let previous = 0;
  return Array.from({ length: minutesShown }, (_, i) => {
    const minute = first + i;
    const pushed = pushedCounts.get(minute)?.get(station);
    const fetched = fetchedMinutes[minute - start];
    const peak = Math.max(fetched ?? 0, pushed?.peak ?? 0);
    if (minute === at.minute) return Math.max(peak, at.listeners);
    const value = fetched === undefined && pushed === undefined ? previous : peak;
    previous = pushed?.last ?? value;
    return value;
  });
};
