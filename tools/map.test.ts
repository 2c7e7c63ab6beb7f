import { expect, it } from 'vitest';
import { endpoint, type AnyEndpoint } from '#contract/http.ts';
import { allSpecCalls, normalizedCall } from '#contract/spec-calls.ts';
import { problemsOf } from './map.ts';

const one = (made: unknown) => ({ domain: 'd', name: 'n', endpoint: made as AnyEndpoint });
const get = endpoint('GET accounts/{key}', { access: 'account.read', summary: 's' });
const calls = ['GET accounts/{id}/', 'GET accounts/list'];

it('finds nothing where every call is built or open', () => {
  expect(problemsOf(calls, [one(get)], ['GET accounts/list'])).toEqual([]);
});

it('finds a call that is neither built nor open', () => {
  expect(problemsOf(calls, [one(get)], [])).toEqual([expect.stringContaining('GET accounts/list is neither')]);
});

it('finds a call that is built and still listed as open', () => {
  expect(problemsOf(calls, [one(get)], calls)).toEqual([expect.stringContaining('is built and still stands')]);
});

it('finds an endpoint and an open call that the spec does not know', () => {
  const unknown = endpoint('GET accounts/{key}/moods', { access: 'account.read', summary: 's' });
  const found = problemsOf(calls, [one(get), one(unknown)], ['GET accounts/list', 'GET moods']);
  expect(found).toEqual([expect.stringContaining('GET moods'), expect.stringContaining('accounts/{key}/moods')]);
});

it('lists every call once', () => {
  const lines = allSpecCalls().map(({ line }) => normalizedCall(line));
  expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
});
