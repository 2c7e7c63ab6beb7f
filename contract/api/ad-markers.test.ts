import { expect, test } from 'vitest';
import { markersOf, markerProblem } from './ad-markers.ts';
import type { AdBounds, EpisodeAds, PodcastAds } from './podcast-ads.ts';

const bounds: AdBounds = {
  enabled: true,
  pre_roll: 2,
  mid_roll: 3,
  post_roll: 1,
  minutes_between: 10,
  opt_out_allowed: true,
};
const podcast: PodcastAds = {
  enabled: true,
  pre_roll: 1,
  mid_roll: 2,
  post_roll: 1,
  mid_rule: 'interval',
  interval_minutes: 20,
};
const none: EpisodeAds = { opt_out: false, own: null };
const minutes = (...at: number[]) => at.map((minute) => minute * 60);
const hour = { duration: 3600, chapters: [] as { start: number }[] };
const at = (given: Partial<Parameters<typeof markersOf>[0]> = {}) =>
  markersOf({ podcast, bounds, episode: hour, own: none, ...given }).map(
    ({ kind, at: second, spots }) => `${kind} ${String(second / 60)} ×${String(spots)}`,
  );

test('places pre-rolls, mid-rolls at the interval, and post-rolls', () => {
  expect(at()).toEqual(['pre 0 ×1', 'mid 20 ×1', 'mid 40 ×1', 'post 60 ×1']);
});

test('places mid-rolls at chapters, but not near the beginning, the end or each other', () => {
  const chapters = minutes(0, 4, 12, 18, 25, 52).map((start) => ({ start }));
  const byChapter: PodcastAds = { ...podcast, mid_rule: 'chapters', mid_roll: 3 };
  expect(at({ podcast: byChapter, episode: { duration: 3600, chapters } })).toEqual([
    'pre 0 ×1',
    'mid 12 ×1',
    'mid 25 ×1',
    'post 60 ×1',
  ]);
});

test('spreads spots evenly if there are more positions than spots', () => {
  const frequent: PodcastAds = { ...podcast, interval_minutes: 10, pre_roll: 0, post_roll: 0, mid_roll: 2 };
  expect(at({ podcast: frequent })).toEqual(['mid 20 ×1', 'mid 40 ×1']);
  expect(at({ podcast: { ...frequent, mid_roll: 1 } })).toEqual(['mid 30 ×1']);
  expect(at({ podcast: { ...frequent, mid_roll: 0 } })).toEqual([]);
});

test("uses an episode's own settings, within the portal's limits", () => {
  const own = { pre_roll: 9, post_roll: 0, mid: minutes(11, 15, 30, 45, 58, 70) };
  expect(at({ own: { opt_out: false, own } })).toEqual(['pre 0 ×2', 'mid 11 ×1', 'mid 30 ×1', 'mid 45 ×1']);
  expect(at({ bounds: { ...bounds, pre_roll: 0, mid_roll: 1, post_roll: 0 } })).toEqual(['mid 40 ×1']);
});

test('places no mid-rolls in manual mode until markers are set', () => {
  expect(at({ podcast: { ...podcast, mid_rule: 'manual' } })).toEqual(['pre 0 ×1', 'post 60 ×1']);
});

test('places none without audio, if the portal disables ads, or after a permitted opt-out', () => {
  expect(at({ episode: { duration: 0, chapters: [] } })).toEqual([]);
  expect(at({ bounds: { ...bounds, enabled: false } })).toEqual([]);
  expect(at({ own: { opt_out: true, own: null } })).toEqual([]);
  expect(at({ podcast: { ...podcast, enabled: false } })).toEqual([]);
  const strict = { ...bounds, opt_out_allowed: false };
  expect(
    at({ podcast: { ...podcast, enabled: false }, own: { opt_out: true, own: null }, bounds: strict }),
  ).toHaveLength(4);
});

test('explains why a marker position is invalid', () => {
  const problemOf = (mid: number[], index: number) => markerProblem(mid, index, { bounds, duration: 3600 });
  expect(problemOf(minutes(20, 40), 1)).toBeUndefined();
  expect(problemOf(minutes(5), 0)).toMatch(/10 minutes from the beginning/);
  expect(problemOf(minutes(55), 0)).toMatch(/10 minutes from the end/);
  expect(problemOf(minutes(61), 0)).toMatch(/ends before/);
  expect(problemOf(minutes(30, 25), 1)).toMatch(/10 minutes from the next one/);
  expect(problemOf(minutes(30, 25), 0)).toBeUndefined();
});
