import type { BreakRules } from '#contract/audio-ads.ts';
import type { CampaignKey, StationKey } from '#contract/keys.ts';
import { daySpans, type DayPartHours } from '#contract/week.ts';
import { dayMs, hourMs, minuteMs } from '#contract/time.ts';
import { offsetAt } from '#contract/zone-clock.ts';
import { beginning, type Shares } from './compile-plan.ts';
import type { PlanCampaignRow } from './plan.repo.ts';
import type { Supply, WeekOfListening } from './supply.ts';

/*
 * An even pace: of its chances a campaign takes the share that it needs to reach its goal on its last day, if listening goes
 * on as in the last weeks. What it had of chances is measured, so the share corrects itself.
 */

type PacedStation = { key: StationKey; timezone: string; breaks: BreakRules };
type PacedCampaign = Pick<
  PlanCampaignRow,
  'key' | 'positions' | 'schedule' | 'rate_limiting' | 'impression_limit' | 'delivered' | 'starts' | 'ends'
>;

const weekMs = 7 * dayMs;
/** Monday 1970-01-05 00:00 UTC. */
const firstMonday = 4 * dayMs;
/** Aims a little higher than the goal; the leases hold the goal itself. */
const margin = 1.02;
/** How many listener hours of measured chances count as much as the guess by the station's break rules. */
const guessWeight = 20;

/** The shares of campaigns with an even pace, by what their stations can give. */
export const evenShares = (
  campaigns: readonly { row: PacedCampaign; stations: readonly PacedStation[] }[],
  supply: Supply,
  chances: ReadonlyMap<CampaignKey, number>,
  now: number,
): Shares =>
  new Map(
    campaigns
      .filter(({ row }) => row.rate_limiting.pacing === 'even')
      .map(({ row, stations }) => {
        const week = listeningOf(row.schedule, stations, supply, now);
        const share = shareOf(row, {
          ahead: hoursBetween(week, Math.max(now, row.starts), row.ends),
          lastDay: hoursBetween(week, Math.max(now - dayMs, row.starts), now),
          chances: chances.get(row.key) ?? 0,
          guess: guessOf(row, stations),
        });
        return [row.key, beginning(row.starts, [{ from: 0, share }])];
      }),
  );

/**
 * The share of chances to take. `ahead` and `lastDay` in listener hours, `chances` in the last day, `guess` in chances in a
 * listener hour.
 */
export const shareOf = (
  { impression_limit, delivered }: Pick<PacedCampaign, 'impression_limit' | 'delivered'>,
  { ahead, lastDay, chances, guess }: { ahead: number; lastDay: number; chances: number; guess: number },
): number => {
  const perHour = (chances + guess * guessWeight) / (lastDay + guessWeight);
  const expected = perHour * ahead;
  const needed = Math.max(0, impression_limit - delivered) * margin;
  // Two digits: a share that hardly differs is no reason for a new plan.
  return expected <= needed ? 1 : Number((needed / expected).toPrecision(2));
};

/** Chances in a listener hour by the rules of the stations, before there is anything to measure. */
const guessOf = ({ positions }: PacedCampaign, stations: readonly PacedStation[]): number => {
  const each = stations.map(({ breaks: { autodj, clock, cue, preRoll } }) => {
    const mid = Math.max(
      autodj.enabled ? autodj.perHour : 0,
      clock.enabled ? clock.minutes.length : 0,
      cue.enabled ? 2 : 0,
    );
    return (positions.includes('mid') ? mid : 0) + (positions.includes('pre') && preRoll.enabled ? 1 : 0);
  });
  return each.length === 0 ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length;
};

/** The stations' average week, without the hours that are not in the schedule. */
const listeningOf = (
  schedule: DayPartHours[] | null,
  stations: readonly PacedStation[],
  { weeks }: Supply,
  now: number,
): WeekOfListening => {
  const total = Array.from({ length: 168 }, () => 0);
  const plays = new Map<string, readonly number[]>();
  for (const { key, timezone } of stations) {
    const week = weeks.get(key);
    if (!week) continue;
    const part = plays.get(timezone) ?? partsPlayed(schedule, timezone, now);
    plays.set(timezone, part);
    for (let hour = 0; hour < 168; hour++) total[hour]! += week[hour]! * part[hour]!;
  }
  return total;
};

/** Which part of each hour of the week (UTC) is in a schedule of this zone, by the zone's offset now. */
const partsPlayed = (schedule: DayPartHours[] | null, timezone: string, now: number): readonly number[] => {
  if (schedule === null) return Array.from({ length: 168 }, () => 1);
  const minutes = new Uint8Array(7 * 1440);
  for (const { day, from, to } of schedule.flatMap(daySpans))
    minutes.fill(1, (day - 1) * 1440 + from, (day - 1) * 1440 + to);
  const offset = offsetAt(timezone, now) / minuteMs;
  return Array.from({ length: 168 }, (_, hour) => {
    let played = 0;
    for (let minute = 0; minute < 60; minute++)
      played += minutes[(hour * 60 + minute + offset + minutes.length) % minutes.length]!;
    return played / 60;
  });
};

/** Listener hours between two times, if every week is like this one. */
const hoursBetween = (week: WeekOfListening, start: number, end: number): number => {
  if (end <= start) return 0;
  const all = week.reduce((sum, one) => sum + one, 0);
  const full = Math.floor((end - start) / weekMs);
  let sum = full * all;
  for (let at = start + full * weekMs; at < end;) {
    const next = Math.min(end, (Math.floor(at / hourMs) + 1) * hourMs);
    const slot = Math.floor(((at - firstMonday) % weekMs) / hourMs);
    sum += (week[slot]! * (next - at)) / hourMs;
    at = next;
  }
  return sum;
};
