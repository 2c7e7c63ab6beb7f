import { expect, it } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { AdPlan, PlannedCampaign, PlannedStation } from '#contract/engine/engine-ads.ts';
import { choose, type Choice } from './choose.ts';
import { compilePlan } from './plan.ts';
import type { Facts } from './rules.ts';

const own = '00000000-0000-4000-8000-000000000001';
const others = '00000000-0000-4000-8000-000000000002';
const provider = '00000000-0000-4000-8000-00000000000a';
const now = Date.UTC(2026, 10, 23, 12);
const facts: Facts = {
  ...{ location: ['GR'], station: ['s-1'], podcast: [], category: ['1'], language: [''] },
  ...{ device: ['mobile'], player: ['VLC'], output: ['stream'], position: ['mid'] },
};

const chosen = (attempts: PlannedCampaign['attempts'], answers: Record<string, string> = {}): Choice => {
  const campaign: PlannedCampaign = {
    ...{ key: 'c-1' as PlannedCampaign['key'], account: 'a-1' as PlannedCampaign['account'], advertiser: 'Acme' },
    ...{
      category: 'other',
      priority: 3,
      attempts,
      positions: ['mid'],
      schedule: null,
      link: '',
      pace: [],
      tightness: 0,
    },
    ...{ limits: { perListener: [], perSession: null, minutesBetween: null }, until: Infinity },
  };
  const station: PlannedStation = {
    ...{ key: 's-1' as PlannedStation['key'], timezone: 'UTC', language: '', category: 1, breaks: defaultBreakRules },
    ...{ campaigns: [campaign.key], withheld: [] },
  };
  const plan: AdPlan = {
    ...{ revision: 1, spots: [], campaigns: [campaign], stations: [station] },
    providers: [{ id: provider, spots: [others] }],
  };
  const compiled = compilePlan(plan);
  expect(compiled.spotsOf(campaign).every((spot) => spot !== provider)).toBe(true);
  return choose({
    candidates: compiled.candidates(station, facts, now),
    ...{ position: 'mid', ms: 30_000, now, timezone: 'UTC', heard: [], session: new Map<string, number>() },
    draw: () => 0,
    lengthOf: () => 20_000,
    take: () => 'lease',
    ticketOf: (_campaign, [asked = '']) => {
      const spot = answers[asked];
      return spot === undefined ? undefined : { id: 'ticket', spot };
    },
  });
};
const asked = { rules: [], spot: provider, isProvider: true };

it('an ad server’s answer plays before own audio, and names its ticket', () => {
  const { spots } = chosen([asked, { rules: [], spot: own }], { [provider]: others });
  expect(spots).toMatchObject([{ spot: others, ticket: 'ticket', lease: 'lease' }]);
});

it('own audio plays where the ad server has nothing, and without it the reason is counted', () => {
  expect(chosen([asked, { rules: [], spot: own }]).spots).toMatchObject([{ spot: own }]);
  expect(chosen([asked, { rules: [], spot: own }]).spots[0]).not.toHaveProperty('ticket');
  const none = chosen([asked]);
  expect([none.spots, none.reasons.map(([, reason]) => reason)]).toEqual([[], ['provider']]);
});

it('an attempt before it that holds decides alone', () => {
  expect(chosen([{ rules: [], spot: own }, asked], { [provider]: others }).spots).toMatchObject([{ spot: own }]);
});
