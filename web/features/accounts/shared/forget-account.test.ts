import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { AccountKey } from '#contract/keys.ts';
import { forgetAccount, forgetOtherAccounts } from './forget-account.ts';

const [other, current] = ['a-other', 'a-current'] as AccountKey[] as [AccountKey, AccountKey];

/** Query subjects whose keys name a station, podcast or episode and not its account. */
const ofStationsAndPodcasts = [
  ...[
    'podcasts',
    'episodes',
    'podcastStats',
    'podcastFeed',
    'podcastAds',
    'podcastImport',
    'distribution',
    'recording',
  ],
  ...['library', 'rawData', 'royalty', 'logger', 'reports', 'appStats', 'ctlStats', 'live', 'audience', 'monitoring'],
];

const filledCache = (): QueryClient => {
  const queries = new QueryClient();
  for (const key of [
    ['accounts', other],
    ['people', 'account', other, 'list'],
    ['billing', 'account', other, 'features'],
    ['analytics', 'account', other, 'live'],
    ['stations', 's-1'],
    ['stations', 's-1', 'live'],
    ['playout', 's-1'],
    ...ofStationsAndPodcasts.map((subject) => [subject, 's-1']),
    ['accounts', 'list', {}],
    ['session', 'me'],
    ['accounts', current],
    ['people', 'account', current, 'list'],
  ])
    queries.setQueryData(key, 1);
  return queries;
};
const cachedKeys = (queries: QueryClient): string[] =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.join(' '));

test('switching accounts clears the cache of the other one and keeps lists and the session', () => {
  const queries = filledCache();
  forgetOtherAccounts(queries, current);
  expect(cachedKeys(queries)).toEqual([
    'accounts list [object Object]',
    'session me',
    `accounts ${current}`,
    `people account ${current} list`,
  ]);
});

test('keeps what is still shown, such as the station in the player', () => {
  const queries = filledCache();
  const stop = new QueryObserver(queries, { queryKey: ['stations', 's-1', 'live'], enabled: false }).subscribe(() => 0);
  forgetOtherAccounts(queries, current);
  expect(cachedKeys(queries)).toContain('stations s-1 live');
  expect(cachedKeys(queries)).not.toContain('stations s-1');
  stop();
});

test('clears everything of a deleted account, including its stations and podcasts', () => {
  const queries = filledCache();
  forgetAccount(queries, other);
  expect(cachedKeys(queries)).toEqual(['accounts list [object Object]', 'session me']);
  expect(cachedKeys(queries).filter((key) => key.includes(other))).toEqual([]);
});
