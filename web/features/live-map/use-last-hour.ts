import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Audience } from '#contract/api/audience.ts';
import { minuteMs } from '#contract/rules/time.ts';
import { recordCounts, lastHour, type PushedCounts } from './last-hour.ts';
import { curveQuery } from './queries.ts';

/**
 * Returns a function that gives a station's last 60 minutes from its key and current listeners: fetched once, then
 * continued with each push.
 */
export const useLastHour = (
  scope: AccountKey | StationKey,
  pushed: Audience | undefined,
  now: readonly { key: string; listeners: number }[],
): ((station: string, listeners: number) => number[]) => {
  const { data: curve } = useQuery(curveQuery(scope));
  const [pushedCounts] = useState<PushedCounts>(() => new Map());
  const minute = useMinute();
  useEffect(() => {
    if (pushed?.reachable)
      recordCounts(pushedCounts, currentMinute(), new Map(now.map((one) => [one.key, one.listeners])));
  }, [pushedCounts, pushed, now]);
  return (station, listeners) => lastHour(curve, station, pushedCounts, { minute, listeners });
};

const currentMinute = (): number => Math.floor(Date.now() / minuteMs);

/** The current minute since the epoch. */
const useMinute = (): number => {
  const [minute, setMinute] = useState(currentMinute);
  useEffect(() => {
    const timer = setTimeout(() => setMinute(currentMinute()), (minute + 1) * minuteMs - Date.now() + 20);
    return () => clearTimeout(timer);
  }, [minute]);
  return minute;
};
