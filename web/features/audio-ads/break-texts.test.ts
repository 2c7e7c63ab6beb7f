import { expect, test } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { cueOffsetText, fillOf, longestBreaks } from './break-texts.ts';

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

test('what is learnt about cues is said in words', () => {
  expect(cueOffsetText({ ms: null, spreadMs: null, cues: 0 })).toBe('Nothing is known of its titles yet.');
  expect(cueOffsetText({ ms: null, spreadMs: null, cues: 1 })).toMatch(/^1 title .* five are needed/);
  expect(cueOffsetText({ ms: 480, spreadMs: 60, cues: 12 })).toBe(
    'Its titles come 0.5 s before the pause in the sound (last 12 titles, half of them within 0.1 s).',
  );
  expect(cueOffsetText({ ms: -1200, spreadMs: 0, cues: 5 })).toContain('1.2 s after the pause');
  expect(cueOffsetText({ ms: 20, spreadMs: 0, cues: 5 })).toContain('come at the pause');
});

test('a break without listeners is empty', () => {
  expect(fillOf({ listeners: 0, withSpot: 0 })).toBe(0);
  expect(fillOf({ listeners: 4, withSpot: 3 })).toBe(0.75);
});
