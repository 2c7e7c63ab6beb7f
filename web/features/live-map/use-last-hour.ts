import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Audience } from '#contract/audience.ts';
import { hear, lastHour, type Heard } from './last-hour.ts';
import { curveQuery } from './queries.ts';

const minuteMs = 60_000;

/**
 * The last sixty minutes of a station, by its key and its listeners now: asked once, then kept going by who is at each
 * station at every push.
 */
export const useLastHour = (
  scope: AccountKey | StationKey,
  pushed: Audience | undefined,
  now: readonly { key: string; listeners: number }[],
): ((station: string, listeners: number) => number[]) => {
  const { data: curve } = useQuery(curveQuery(scope));
  const [heard] = useState<Heard>(() => new Map());
  const minute = useMinute();
  useEffect(() => {
    if (pushed?.reachable) hear(heard, currentMinute(), new Map(now.map((one) => [one.key, one.listeners])));
  }, [heard, pushed, now]);
  return (station, listeners) => lastHour(curve, station, heard, { minute, listeners });
};

const currentMinute = (): number => Math.floor(Date.now() / minuteMs);

/** The minute since the epoch, as it goes on. */
const useMinute = (): number => {
  const [minute, setMinute] = useState(currentMinute);
  useEffect(() => {
    const timer = setTimeout(() => setMinute(currentMinute()), (minute + 1) * minuteMs - Date.now() + 20);
    return () => clearTimeout(timer);
  }, [minute]);
  return minute;
};
