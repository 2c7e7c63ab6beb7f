import { expect, test } from 'vitest';
import { Refusal } from '../http/refuse.ts';
import { failureOf, fetchFailed, isTransient, statusFailed } from './fetch-failure.ts';

test('a lost connection and a busy server are worth a retry, everything else is not', () => {
  const transient = [fetchFailed('timeout'), fetchFailed('unreachable'), fetchFailed('truncated')];
  const busy = [408, 425, 429, 500, 503].map(statusFailed);
  for (const error of [...transient, ...busy]) expect(isTransient(error)).toBe(true);
  const final = [fetchFailed('notHttp'), statusFailed(404), statusFailed(301)];
  const others = [new Refusal('outbound.refused', { reason: 'it is not a public address' }, {}), new Error('broken')];
  for (const error of [...final, ...others]) expect(isTransient(error)).toBe(false);
});

test('the failure is told apart without its text', () => {
  expect(failureOf(fetchFailed('notHttp'))).toBe('notHttp');
  expect(failureOf(new Refusal('media.tooLarge', { failure: 'timeout' }, {}))).toBeUndefined();
});
