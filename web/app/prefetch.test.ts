import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { meQuery } from '#web/features/session/queries.ts';
import type { Prefetch } from '#web/lib/prefetch.ts';
import { prefetchScreen } from './prefetch.ts';

const accountKey = `a-${'1'.repeat(22)}`;

/** The cache of a user who administers this account. */
const cacheOf = (key: string): QueryClient => {
  const queries = new QueryClient();
  const me = { portal_rights: [], rights: { accounts: [{ key, role: 'admin' }], stations: [] } };
  queries.setQueryData(meQuery.queryKey, me as never);
  return queries;
};

const open = async (load: () => Promise<object>, key: string): Promise<void> =>
  await prefetchScreen(load, {
    may: 'account.readAnalytics',
    queries: cacheOf(key),
    params: { accountKey },
    search: { period: 'today' },
  });

test('a screen that may be opened begins its calls when its code is there', async () => {
  const prefetch = vi.fn<Prefetch>(async () => {});
  await open(async () => ({ prefetch }), accountKey);
  expect(prefetch.mock.calls).toMatchObject([[{ params: { accountKey }, search: { period: 'today' } }]]);
});

test('nothing is asked for a screen that leads elsewhere, or that asks for nothing', async () => {
  const prefetch = vi.fn<Prefetch>(async () => {});
  await open(async () => ({ prefetch }), `a-${'2'.repeat(22)}`);
  expect(prefetch).not.toHaveBeenCalled();
  await open(async () => ({}), accountKey);
});

test('a failure is left to the screen, which shows it', async () => {
  await open(() => Promise.reject(new Error('The chunk is gone')), accountKey);
  await open(async () => ({ prefetch: () => Promise.reject(new Error('503')) }), accountKey);
});
