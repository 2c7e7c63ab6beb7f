import { describe, expect, test } from 'vitest';
import type { PostRules } from '#contract/api/portal.ts';
import { isForReader, preferredLanguage, type PostPlan } from './post-rules.ts';

const all = { isNegated: false, values: [] };
const byLanguage = (values: string[], isNegated = false): PostRules => ({
  browserLanguage: { isNegated, values },
  plans: all,
});
const byPlan = (values: PostPlan[], isNegated = false): PostRules => ({
  browserLanguage: all,
  plans: { isNegated, values },
});
const reader = (language: string, ...plans: PostPlan[]) => ({ language, plans });

describe('a post is for', () => {
  test('everyone, if its lists are empty', () => {
    expect(isForReader({ browserLanguage: all, plans: all }, reader(''))).toBe(true);
    expect(isForReader({ browserLanguage: { ...all, isNegated: true }, plans: all }, reader('de'))).toBe(true);
  });
  test.each([
    ['de', ['de'], true],
    ['de-AT', ['de'], true],
    ['de-AT', ['fr', 'DE-at'], true],
    ['de-AT', ['de-DE'], false],
    ['de', ['de-AT'], false],
    ['den', ['de'], false],
    ['', ['de'], false],
  ])('a reader of %s with the languages %j: %s', (language, values, outcome) => {
    expect(isForReader(byLanguage(values), reader(language))).toBe(outcome);
    expect(isForReader(byLanguage(values, true), reader(language))).toBe(!outcome);
  });
  test('readers with one of the plans', () => {
    expect(isForReader(byPlan(['FREE']), reader('', 'FREE'))).toBe(true);
    expect(isForReader(byPlan(['prime', 'premier']), reader('', 'FREE', 'premier'))).toBe(true);
    expect(isForReader(byPlan(['prime']), reader('', 'starter'))).toBe(false);
    expect(isForReader(byPlan(['FREE'], true), reader('', 'FREE', 'premier'))).toBe(false);
    expect(isForReader(byPlan(['FREE'], true), reader('', 'premier'))).toBe(true);
  });
  test('only readers who match both lists', () => {
    const rules: PostRules = { browserLanguage: { isNegated: false, values: ['de'] }, plans: byPlan(['prime']).plans };
    expect(isForReader(rules, reader('de', 'prime'))).toBe(true);
    expect(isForReader(rules, reader('en', 'prime'))).toBe(false);
    expect(isForReader(rules, reader('de', 'FREE'))).toBe(false);
  });
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.3, fr ;q=0.9', 'fr'],
  ['de;q=0, en;q=0.1', 'en'],
  ['*', ''],
  ['x'.repeat(5000), ''],
  [undefined, ''],
])('prefers of %s: %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
