import { expect, it } from 'vitest';
import { endpoint, type AnyEndpoint } from '#contract/api/http.ts';
import { allSpecCalls, normalizedCall } from '#contract/api/spec-calls.ts';
import { problemsOf } from './map.ts';

const entry = (definition: unknown) => ({ domain: 'd', name: 'n', endpoint: definition as AnyEndpoint });
const get = endpoint('GET accounts/{key}', { access: 'account.read', summary: 's' });
const calls = ['GET accounts/{id}/', 'GET accounts/list'];

it('finds no problem if every call is built or open', () => {
  expect(problemsOf(calls, [entry(get)], ['GET accounts/list'])).toEqual([]);
});

it('finds a call that is neither built nor open', () => {
  expect(problemsOf(calls, [entry(get)], [])).toEqual([expect.stringContaining('GET accounts/list is neither')]);
});

it('finds a call that is built and still listed as open', () => {
  expect(problemsOf(calls, [entry(get)], calls)).toEqual([expect.stringContaining('is built but still listed')]);
});

it('finds an endpoint and an open call that are not in the spec', () => {
  const unknown = endpoint('GET accounts/{key}/moods', { access: 'account.read', summary: 's' });
  const problems = problemsOf(calls, [entry(get), entry(unknown)], ['GET accounts/list', 'GET moods']);
  expect(problems).toEqual([expect.stringContaining('GET moods'), expect.stringContaining('accounts/{key}/moods')]);
});

it('lists every call once', () => {
  const lines = allSpecCalls().map(({ line }) => normalizedCall(line));
  expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
});
