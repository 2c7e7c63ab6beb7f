import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MutationObserver, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { annotations } from '#contract/api/annotations.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { relays } from '#contract/api/relays.ts';
import { stations } from '#contract/api/stations.ts';
import { streamRules } from '#contract/api/stream-rules.ts';
import { createQueryClient } from './query-client.ts';
import { call } from '#web/lib/call.ts';
import {
  endpointKey,
  endpointQuery,
  keepPreviousOf,
  refetchPaths,
  refetchStale,
  removeResource,
} from '#web/lib/endpoint-query.ts';

const [here, there] = ['s-1', 's-2'] as StationKey[] as [StationKey, StationKey];
const id = 'a-1' as AccountKey;

afterEach(() => vi.unstubAllGlobals());

/** Answers each call, and lists it; calls whose path contains `refused` get that status. */
const stubServer = (refused?: { path: string; status: number }): string[] => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`);
    const isRefused = refused !== undefined && method !== 'GET' && url.includes(refused.path);
    return Promise.resolve(Response.json({ calls: calls.length }, { status: isRefused ? refused.status : 200 }));
  });
  return calls;
};

/** Shows queries, as screens do, once they have their data. */
const show = async (queries: QueryClient, ...shown: { queryKey: readonly unknown[] }[]): Promise<void> => {
  for (const options of shown) {
    await queries.fetchQuery(options);
    new QueryObserver(queries, { ...options, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => 0);
  }
};

const add = () => call(annotations.addToStation, { params: { key: here }, body: { date: '2026-01-01', text: 'Tea' } });
const act = (queries: QueryClient, mutationFn: () => Promise<unknown>, meta = {}): Promise<unknown> =>
  new MutationObserver(queries, { mutationFn, meta }).mutate();

const days = { from_date: '2026-01-01', to_date: '2026-01-02' };
const notesOf = (key: StationKey) => endpointQuery(annotations.listOfStation, { params: { key }, query: days });
const notesOfAccount = endpointQuery(annotations.listOfAccount, { params: { id }, query: days });
const read = (key: string) => `GET /v1/${key}/analytics/annotations?from_date=2026-01-01&to_date=2026-01-02`;

test('the key of a query is the path of its call, and what else is sent', () => {
  expect(endpointKey(relays.list, { params: { key: here }, query: { limit: 10 } })).toEqual([
    ...['v1', 'stations', 's-1', 'relays'],
    { query: { limit: 10 } },
  ]);
});

test('an action ends when what it changed is fetched again, and nothing else is', async () => {
  const queries = createQueryClient();
  const calls = stubServer();
  await show(queries, notesOf(here), notesOf(there), notesOfAccount);
  calls.length = 0;
  await act(queries, add);
  expect(calls).toEqual(['POST /v1/stations/s-1/analytics/annotations', read('stations/s-1'), read('accounts/a-1')]);
});

test('several calls of an action fetch once', async () => {
  const queries = createQueryClient();
  const calls = stubServer();
  await show(queries, notesOf(here));
  calls.length = 0;
  await act(queries, async () => {
    await add();
    await add();
  });
  expect(calls.filter((one) => one === read('stations/s-1'))).toHaveLength(1);
});

test('a call outside an action fetches at once what it changed', async () => {
  const queries = createQueryClient();
  const calls = stubServer();
  await show(queries, notesOf(here));
  calls.length = 0;
  await add();
  await vi.waitFor(() => expect(calls).toContain(read('stations/s-1')));
});

test('an action that leaves its page fetches nothing before it is told to', async () => {
  const queries = createQueryClient();
  const calls = stubServer();
  await show(queries, notesOf(here));
  calls.length = 0;
  await act(queries, add, { leaves: true });
  expect(calls).not.toContain(read('stations/s-1'));
  await refetchStale(queries);
  expect(calls).toContain(read('stations/s-1'));
});

test.each([
  [409, 'which may mean that the page shows what is no longer so', true],
  [422, 'about what was entered', false],
])('after a refusal with %i, %s, fetches again: %s', async (status, _why, isFetched) => {
  const queries = createQueryClient();
  const calls = stubServer({ path: 'annotations', status });
  await show(queries, notesOf(here));
  calls.length = 0;
  await act(queries, add, { form: true }).catch(() => undefined);
  expect(calls.includes(read('stations/s-1'))).toBe(isFetched);
});

test('fetches nothing after a call that changes nothing for pages', async () => {
  const queries = createQueryClient();
  const calls = stubServer();
  await show(queries, endpointQuery(streamRules.get, { params: { key: here } }));
  calls.length = 0;
  await act(queries, () =>
    call(streamRules.decide, { params: { key: here }, body: { address: '192.0.2.1', rules: {} } }),
  );
  expect(calls).toHaveLength(1);
});

test('fetches a path, or all below it, again', async () => {
  const queries = createQueryClient();
  const calls = stubServer();
  const station = endpointQuery(stations.get, { params: { key: here } });
  await show(queries, station, endpointQuery(relays.list, { params: { key: here } }));
  calls.length = 0;
  await refetchPaths(queries, ['stations/{key}'], { key: here });
  expect(calls).toEqual(['GET /v1/stations/s-1']);
  await refetchPaths(queries, ['stations/*/**']);
  expect(calls.slice(1)).toEqual(['GET /v1/stations/s-1', 'GET /v1/stations/s-1/relays/']);
});

test('a deleted resource is removed with all below it', async () => {
  const queries = createQueryClient();
  const [ofHere, ofThere] = [here, there].map((key) => endpointKey(relays.list, { params: { key } }));
  for (const key of [ofHere, ofThere, endpointKey(stations.get, { params: { key: here } })])
    queries.setQueryData<unknown>(key!, 1);
  removeResource(queries, stations.get, { params: { key: here } });
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([ofThere]);
});

test('keeps previous data of the same subject and drops that of another', () => {
  const { placeholderData, meta } = keepPreviousOf('s-1');
  expect(placeholderData('numbers', { meta })).toBe('numbers');
  expect(placeholderData('numbers', { meta: keepPreviousOf('s-2').meta })).toBeUndefined();
  expect(placeholderData('numbers', undefined)).toBeUndefined();
});

test('no other file writes a key', () => {
  const web = join(import.meta.dirname, '..');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== join('lib', 'endpoint-query.ts'),
  );
  const advice =
    'Keys come from the contract: use endpointQuery, keyedQuery or refetchPaths (web/lib/endpoint-query.ts)';
  const writing = files.filter((file) => /queryKey:\s*\[/.test(readFileSync(join(web, file), 'utf8')));
  expect(writing, advice).toEqual([]);
});
