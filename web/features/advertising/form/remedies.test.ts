import { expect, it } from 'vitest';
import { newCampaign } from './campaign-form.ts';
import { remedyOf } from './remedies.ts';

const values = newCampaign('UTC', Date.UTC(2026, 10, 24));

it('lifts a limit and leaves the others', () => {
  const limited = { ...values, schedule: [{ days: [1], from: 0, to: 60 }] };
  limited.rateLimiting = { ...values.rateLimiting, perDay: 10 };
  expect(remedyOf('hours', limited)?.change).toEqual({ schedule: null });
  expect(remedyOf('daily', limited)?.change.rateLimiting).toMatchObject({ perDay: null, perListener: [{ count: 2 }] });
  expect(remedyOf('caps', limited)?.change.rateLimiting).toMatchObject({ perDay: 10, perListener: [] });
  expect(remedyOf('tiers', limited)).toBeUndefined();
});

it('removes targets of a kind, and rules without others', () => {
  const place = { type: 'location' as const, path: 'GR' };
  const rules = [
    { targets: [place, { type: 'player' as const, path: 'VLC' }], isNegated: false },
    { targets: [place], isNegated: true },
  ];
  const targeted = { ...values, providerRuleChains: [{ ...values.providerRuleChains[0]!, rules }] };
  expect(remedyOf('place', targeted)?.change.providerRuleChains?.[0]?.rules).toEqual([
    { targets: [{ type: 'player', path: 'VLC' }], isNegated: false },
  ]);
});
