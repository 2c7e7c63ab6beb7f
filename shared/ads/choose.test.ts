import { describe, expect, it } from 'vitest';
import type { AdPlan, PlannedCampaign, PlannedStation } from '#contract/engine/engine-ads.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { choose, type Ask } from './choose.ts';
import { compilePlan, type Candidate } from './plan.ts';
import { compileRules, doRulesHold, type Facts } from './rules.ts';

const now = Date.UTC(2026, 10, 23, 12);
const spot = '00000000-0000-4000-8000-000000000001';
const campaign = (name: string, changes: Partial<PlannedCampaign> = {}): PlannedCampaign => ({
  key: `c-${name}` as PlannedCampaign['key'],
  account: 'a-1111111111111111111111' as PlannedCampaign['account'],
  advertiser: name,
  category: 'other',
  priority: 3,
  attempts: [{ rules: [], spot }],
  positions: ['pre', 'mid'],
  schedule: null,
  limits: { perListener: [], perSession: null, minutesBetween: null },
  link: '',
  pace: [],
  tightness: 0,
  until: now + 1000,
  ...changes,
});
const ask = (campaigns: PlannedCampaign[], changes: Partial<Ask> = {}): Ask => ({
  candidates: campaigns.map((one): Candidate => ({ campaign: one, spot })),
  ...{ position: 'mid', ms: 60_000, now, timezone: 'UTC', heard: [], session: new Map<string, number>() },
  draw: () => 0.5,
  lengthOf: () => 30_015,
  take: () => 'lease',
  ...changes,
});
const names = (one: Ask): string[] => choose(one).spots.map((chosen) => chosen.campaign.advertiser);
const reasons = (one: Ask): string[] => choose(one).reasons.map(([of, reason]) => `${of.advertiser} ${reason}`);
const heard = (key: string, ...minutesAgo: number[]) =>
  minutesAgo.map((minutes) => ({ campaign: key, at: now - minutes * 60_000 }));

describe('what a listener hears in a break', () => {
  it('fills its time, and says who came too late or is too long', () => {
    const three = ask([campaign('A'), campaign('B'), campaign('C')]);
    expect(names(three)).toEqual(['A', 'B']);
    expect(reasons(three)).toEqual(['C outbid']);
    expect(reasons(ask([campaign('A')], { ms: 20_000 }))).toEqual(['A length']);
  });

  it('keeps caps by time, by session, and the time between two', () => {
    const limits = { perListener: [{ count: 2, seconds: 3600 }], perSession: 3, minutesBetween: 10 };
    const one = campaign('A', { limits });
    expect(names(ask([one], { heard: heard(one.key, 20) }))).toEqual(['A']);
    expect(reasons(ask([one], { heard: heard(one.key, 20, 59) }))).toEqual(['A cap']);
    expect(names(ask([one], { heard: heard(one.key, 20, 61) }))).toEqual(['A']);
    expect(reasons(ask([one], { heard: heard(one.key, 9) }))).toEqual(['A cap']);
    expect(reasons(ask([one], { session: new Map([[one.key, 3]]) }))).toEqual(['A cap']);
  });

  it('never has two of an advertiser or a category', () => {
    const [one, twin] = [campaign('A', { category: 'food' }), campaign('a', { category: 'travel' })];
    const rival = campaign('B', { category: 'food' });
    expect(reasons(ask([one, twin, rival]))).toEqual(['a separation', 'B separation']);
    expect(names(ask([campaign('A'), campaign('B')]))).toEqual(['A', 'B']);
  });

  it('keeps hours in the zone of the station, the pace, and the leases', () => {
    const noon = campaign('A', { schedule: [{ days: [1], from: 12 * 60, to: 13 * 60 }] });
    expect(names(ask([noon]))).toEqual(['A']);
    expect(reasons(ask([noon], { timezone: 'Europe/Athens' }))).toEqual(['A schedule']);
    const slow = campaign('B', {
      pace: [
        { from: 0, share: 0.2 },
        { from: now, share: 0.6 },
      ],
    });
    expect(names(ask([slow]))).toEqual(['B']);
    expect(reasons(ask([slow], { draw: () => 0.7 }))).toEqual(['B pace']);
    expect(reasons(ask([campaign('C')], { take: () => undefined }))).toEqual(['C lease']);
    expect(reasons(ask([campaign('D')], { lengthOf: () => undefined }))).toEqual(['D format']);
    expect(choose(ask([campaign('E', { until: now }), campaign('F', { positions: ['pre'] })]))).toEqual({
      spots: [],
      reasons: [],
    });
  });
});

const facts = (location: string[] | undefined): Facts => ({
  location,
  station: ['s-1'],
  podcast: [],
  category: ['30'],
  language: ['el'],
  device: ['phone', 'iOS'],
  player: ['VLC'],
  output: ['stream'],
  position: ['mid'],
});
const rule = (path: string, isNegated = false) => compileRules([{ targets: [{ type: 'location', path }], isNegated }]);

it('compares places by their segments, and knows nothing of a place that is not known', () => {
  const saoPaulo = facts(['BR', 'São Paulo', 'São Paulo']);
  expect(doRulesHold(rule('BR'), saoPaulo)).toBe(true);
  expect(doRulesHold(rule('BR/S%C3%A3o%20Paulo'), saoPaulo)).toBe(true);
  expect(doRulesHold(rule('BR/Rio'), saoPaulo)).toBe(false);
  expect(doRulesHold(rule('BR', true), saoPaulo)).toBe(false);
  expect(doRulesHold(rule('GR', true), facts([]))).toBe(true);
  expect(doRulesHold(rule('GR', true), facts(undefined))).toBe(false);
  expect(doRulesHold([], facts(undefined))).toBe(true);
});

it('asks campaigns by priority, then those that need the fewest chances, with the first attempt that fits', () => {
  const other = '00000000-0000-4000-8000-000000000002';
  const inGreece = { rules: [{ targets: [{ type: 'location' as const, path: 'GR' }], isNegated: false }], spot: other };
  const campaigns = [
    campaign('Remnant', { priority: 4 }),
    campaign('Often', { pace: [{ from: 0, share: 1 }] }),
    campaign('Seldom', { pace: [{ from: 0, share: 0.1 }], attempts: [inGreece, { rules: [], spot }] }),
    campaign('Elsewhere', { attempts: [inGreece] }),
  ];
  const station: PlannedStation = {
    ...{ key: 's-1' as PlannedStation['key'], timezone: 'UTC', language: 'el', category: 30 },
    breaks: defaultBreakRules,
    campaigns: campaigns.map(({ key }) => key),
    withheld: [],
  };
  const plan: AdPlan = { revision: 1, spots: [], campaigns, stations: [station] };
  const listed = (location: string[]): string[] =>
    compilePlan(plan)
      .candidates(station, facts(location), now)
      .map(({ campaign: { advertiser }, spot: own }) => `${advertiser} ${own?.at(-1) ?? ''}`);
  expect(listed(['DE'])).toEqual(['Seldom 1', 'Often 1', 'Remnant 1']);
  expect(listed(['GR'])).toEqual(expect.arrayContaining(['Seldom 2', 'Elsewhere 2']));
  expect(compilePlan(plan).needsPlaces).toBe(true);
});

it('counts what the station withholds as the reason, for those whose rules hold, and plays nothing of it', () => {
  const inGreece = { rules: [{ targets: [{ type: 'location' as const, path: 'GR' }], isNegated: false }], spot };
  const [blocked, waiting] = [campaign('Blocked', { attempts: [inGreece] }), campaign('Waiting')];
  const station: PlannedStation = {
    ...{ key: 's-1' as PlannedStation['key'], timezone: 'UTC', language: 'el', category: 30 },
    ...{ breaks: defaultBreakRules, campaigns: [] },
    withheld: [
      { campaign: blocked.key, reason: 'blocked' },
      { campaign: waiting.key, reason: 'approval' },
    ],
  };
  const plan = compilePlan({ revision: 1, spots: [], campaigns: [blocked, waiting], stations: [station] });
  const asked = (location: string[]): Ask => ask([], { candidates: plan.candidates(station, facts(location), now) });
  expect(names(asked(['GR']))).toEqual([]);
  expect(reasons(asked(['GR']))).toEqual(['Blocked blocked', 'Waiting approval']);
  expect(reasons(asked(['DE']))).toEqual(['Waiting approval']);
});
