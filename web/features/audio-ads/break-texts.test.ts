import { expect, test } from 'vitest';
import { defaultBreakRules } from '#contract/audio-ads.ts';
import { fillOf, longestBreaks } from './break-texts.ts';

test('the planned minutes of an hour add up', () => {
  expect(longestBreaks(defaultBreakRules)).toBe('At most 4 minutes per hour are planned.');
  expect(longestBreaks({ ...defaultBreakRules, autodj: { enabled: false, perHour: 4, maxSeconds: 60 } })).toBe(
    'No planned breaks.',
  );
  const clock = { enabled: true, minutes: [0, 30], seconds: 15 };
  expect(longestBreaks({ ...defaultBreakRules, autodj: { enabled: true, perHour: 1, maxSeconds: 15 }, clock })).toBe(
    'At most 45 seconds per hour are planned.',
  );
});

test('a break without listeners is empty', () => {
  expect(fillOf({ listeners: 0, withSpot: 0 })).toBe(0);
  expect(fillOf({ listeners: 4, withSpot: 3 })).toBe(0.75);
});
