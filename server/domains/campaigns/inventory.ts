import type { ClickHouseClient } from '@clickhouse/client';
import { defaultBreakRules, type BreakRules } from '#contract/audio-ads.ts';
import type { Rule } from '#contract/campaign.ts';
import type { Inventory } from '#contract/campaigns.ts';
import type { AccountKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { checkTargets } from './check-targets.ts';
import { bookings, listeningByDay, stationsWithAds, type Booking } from './inventory.repo.ts';
import { podcastSupply } from './podcast-spots/podcast-supply.ts';
import { withAnalytics } from './targets.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'log'> & { clickhouse: ClickHouseClient };
export type InventoryQuery = { offset: string; from: string; to: string; priority: number };

const [dayMs, hourMinutes] = [86_400_000, 60];
const pastDays = 28;
const weeks = pastDays / 7;
const mostDays = 366;
const mostContending = 10;

/**
 * How many impressions these rules can still get on the given days: what was heard of the account's stations with audio
 * ads and of its podcasts in the last 28 days on the same days of the week, times the spots that their breaks leave room for; less what other
 * campaigns of the same or a higher priority still need, whatever their rules. Refuses with `campaign.dates`.
 */
export const inventoryOf = async (
  deps: Deps,
  account: AccountKey,
  rules: readonly Rule[],
  { offset, from, to, priority }: InventoryQuery,
): Promise<Inventory> => {
  const days = daysBetween(from, to);
  await checkTargets(deps.db, account, rules);
  const offsetMs = offsetMinutes(offset) * 60_000;
  const today = Math.floor((deps.clock.now().getTime() + offsetMs) / dayMs) * dayMs;
  const [stations, booked] = await Promise.all([
    stationsWithAds(deps.db, account),
    bookings(deps.db, account, { from, to, priority, today: new Date(today).toISOString().slice(0, 10) }),
  ]);
  const past = { start: today - pastDays * dayMs - offsetMs, end: today - offsetMs, offsetS: offsetMs / 1000 };
  const rows = await withAnalytics(deps, () => listeningByDay(deps.clickhouse, stations, rules, past));
  const room = new Map(stations.map(({ key, breaks }) => [key as string, roomIn(breaks ?? defaultBreakRules)]));
  const byWeekday = Array.from({ length: 7 }, () => 0);
  for (const { station, weekday, hours, connects } of rows) {
    const { perHour, perConnect } = room.get(station) ?? { perHour: 0, perConnect: 0 };
    byWeekday[weekday - 1]! += (hours * perHour + connects * perConnect) / weeks;
  }
  const inPodcasts = await withAnalytics(deps, () => podcastSupply(deps, account, rules, past));
  inPodcasts.forEach((impressions, i) => (byWeekday[i]! += impressions / weeks));
  const supply = days.map((date) => byWeekday[(new Date(date).getUTCDay() + 6) % 7]!);
  const total = supply.reduce((sum, one) => sum + one, 0);
  const needs = booked
    .map((one) => ({ ...one, impressions: stillNeeded(one, from, to) }))
    .sort((a, b) => b.impressions - a.impressions);
  const needed = needs.reduce((sum, { impressions }) => sum + impressions, 0);
  const available = Math.max(0, total - needed);
  const free = total === 0 ? 0 : available / total;
  return {
    ...{ total: Math.round(total), booked: Math.round(needed), available: Math.round(available) },
    days: days.map((date, i) => ({ date, total: Math.round(supply[i]!), available: Math.round(supply[i]! * free) })),
    contending: needs.slice(0, mostContending).map(({ id, name, priority: tier, impressions }) => ({
      ...{ id, name, priority: tier, impressions: Math.round(impressions) },
    })),
  };
};

/** How many spots of 30 s a station's rules leave room for: in an hour of listening, and when a listener connects. */
export const roomIn = ({ autodj, clock, preRoll }: BreakRules): { perHour: number; perConnect: number } => {
  const spots = (seconds: number) => Math.floor(seconds / limits.adAudioMaxS);
  return {
    perHour:
      (autodj.enabled ? autodj.perHour * spots(autodj.maxSeconds) : 0) +
      (clock.enabled ? clock.minutes.length * spots(clock.seconds) : 0),
    perConnect: preRoll.enabled ? spots(preRoll.maxSeconds) : 0,
  };
};

/** What a campaign still needs within these days at an even pace over its remaining days. */
const stillNeeded = ({ first, last, remaining }: Booking, from: string, to: string): number => {
  const left = Math.max(1, daysApart(first, last) + 1);
  const [start, end] = [first > from ? first : from, last < to ? last : to];
  return (remaining * Math.max(0, daysApart(start, end) + 1)) / left;
};

const daysApart = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

const daysBetween = (from: string, to: string): string[] => {
  if (to < from) refuse('campaign.dates');
  const count = daysApart(from, to) + 1;
  if (count > mostDays) refuse('request.invalid', {}, { to: 'Please choose at most a year.' });
  return Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * dayMs).toISOString().slice(0, 10));
};

/** `+02:00` in minutes. */
const offsetMinutes = (offset: string): number => {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * hourMinutes + minutes);
};
