import { expect, test } from 'vitest';
import type { StatsReply } from '#contract/api/analytics.ts';
import { answersOf, questionOf } from './ask-numbers.ts';

test('understands a period and a place, in this order, or a place alone', () => {
  expect(questionOf('yesterday in Berlin')).toEqual({ period: 'yesterday', value: 'Berlin' });
  expect(questionOf(' Last week on  VLC ')).toEqual({ period: 'previousWeek', value: 'VLC' });
  expect(questionOf('last seven days')).toEqual({ period: 'last7days', value: '' });
  expect(questionOf('in Ger')).toEqual({ period: 'last7days', value: 'Ger' });
  for (const other of ['', 'jingles', 'in', 'yesterdays hits', 'today’s']) {
    const question = questionOf(other);
    expect(question === undefined || question.value !== 'Berlin', other).toBe(true);
  }
  expect(questionOf('jingles')).toBeUndefined();
  expect(questionOf('yesterdays hits')).toBeUndefined();
});

test('finds the values that begin so, with their filters', () => {
  const stats = { connections: 3 };
  const reply = {
    city_stats: [{ iso: 'DE', region: 'Land Berlin', city: 'Berlin', stats }],
    country_stats: [{ iso: 'BE', name: 'Belgium', stats }],
    device_stats: [{ device: 'desktop', stats }],
    player_stats: [{ player: '', stats }],
    system_stats: [],
  } as unknown as StatsReply;
  expect(answersOf(reply, { period: 'today', value: 'be' })).toEqual([
    { dimension: 'city', value: 'DE|Land Berlin|Berlin', name: 'Berlin', sessions: 3 },
    { dimension: 'country', value: 'BE', name: 'Belgium', sessions: 3 },
  ]);
  expect(answersOf(reply, { period: 'today', value: '' })).toEqual([]);
});
