import { expect, it } from 'vitest';
import { defaultBreakRules } from '#contract/audio-ads.ts';
import { RateLimiting } from '#contract/campaign.ts';
import type { CampaignKey, StationKey } from '#contract/keys.ts';
import { newKey } from '#server/kernel/keys.ts';
import { evenShares } from './pace.ts';

const [hourMs, dayMs] = [3600_000, 24 * 3600_000];
const monday = Date.UTC(2026, 10, 23);
const station = newKey('station') as StationKey;
const pacedStation = { key: station, timezone: 'Europe/Berlin', breaks: defaultBreakRules };
/** Listeners by hour (UTC): few at night, many in the morning. */
const listeners = (hour: number): number => 20 + 100 * Math.max(0, Math.sin(((hour - 4) / 16) * Math.PI));
const week = Array.from({ length: 168 }, (_, slot) => listeners(slot % 24));
const campaign = (over: object = {}) => ({
  ...{ key: newKey('campaign') as CampaignKey, positions: ['mid'] as const, schedule: null, delivered: 0 },
  ...{ rate_limiting: RateLimiting.parse({}), impression_limit: 20_000, starts: monday, ends: monday + 14 * dayMs },
  ...over,
});
const shareAt = (row: ReturnType<typeof campaign>, now: number, chances: number): number => {
  const lastDay = week.slice(0, 24).reduce((sum, one) => sum + one, 0);
  const supply = { weeks: new Map([[station, week]]), lastDay: new Map([[station, lastDay]]) };
  const paced = { row: { ...row, positions: [...row.positions] }, stations: [pacedStation] };
  return evenShares([paced], supply, new Map([[row.key, chances]]), now)
    .get(row.key)!
    .at(-1)!.share;
};

it('reaches its goal on the last day and plays evenly, though the forecast is wrong and most chances are elsewhere', () => {
  // Of four guessed chances in a listener hour it gets 0.7, and audiences are 20 % below the forecast.
  const row = campaign();
  const history: number[] = [];
  const days = Array.from({ length: 14 }, () => 0);
  for (let quarter = 0; quarter < 14 * 96; quarter++) {
    const now = monday + (quarter * hourMs) / 4;
    const share = shareAt(
      row,
      now,
      history.slice(-96).reduce((sum, one) => sum + one, 0),
    );
    const chances = (listeners((now / hourMs) % 24) * 0.8 * 0.7) / 4;
    history.push(chances);
    const heard = Math.min(chances * share, row.impression_limit - row.delivered);
    row.delivered += heard;
    days[Math.floor(quarter / 96)]! += heard;
  }
  expect(row.delivered).toBeGreaterThan(0.995 * row.impression_limit * Math.min(1, supplyPart()));
  const ideal = row.delivered / 14;
  for (const heard of days.slice(1, -1)) expect(Math.abs(heard - ideal) / ideal).toBeLessThan(0.25);

  function supplyPart(): number {
    const all = history.reduce((sum, one) => sum + one, 0);
    return all / row.impression_limit;
  }
});

it('counts only the hours of its schedule, in the zone of the station', () => {
  const mornings = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 6 * 60, to: 8 * 60 }];
  const all = shareAt(campaign({ impression_limit: 1000 }), monday, 0);
  const morning = shareAt(campaign({ impression_limit: 1000, schedule: mornings }), monday, 0);
  const hours = (from: number, to: number) => week.slice(from, to).reduce((sum, one) => sum + one, 0);
  // 06:00–08:00 in Berlin is 05:00–07:00 UTC.
  const expected = hours(0, 24) / hours(5, 7);
  // Shares have two digits.
  expect(Math.abs(morning / all / expected - 1)).toBeLessThan(0.1);
});

it('takes every chance when it needs them all, and none before it starts', () => {
  expect(shareAt(campaign({ impression_limit: 1_000_000 }), monday, 0)).toBe(1);
  const row = campaign({ starts: monday + hourMs });
  const paced = { row: { ...row, positions: [...row.positions] }, stations: [] };
  const pace = evenShares([paced], { weeks: new Map(), lastDay: new Map() }, new Map(), monday).get(row.key);
  expect(pace).toEqual([
    { from: 0, share: 0 },
    { from: monday + hourMs, share: 1 },
  ]);
});
