import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { AccountKey } from '#contract/keys.ts';
import { forgetAccount, forgetOtherAccounts } from './forget-account.ts';

const [old, here] = ['a-old', 'a-here'] as AccountKey[] as [AccountKey, AccountKey];

/** Everything of an account that is read by the key of a station, a podcast or an episode. */
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

const filled = (): QueryClient => {
  const queries = new QueryClient();
  for (const key of [
    ['accounts', old],
    ['people', 'account', old, 'list'],
    ['billing', 'account', old, 'features'],
    ['analytics', 'account', old, 'live'],
    ['stations', 's-1'],
    ['stations', 's-1', 'live'],
    ['playout', 's-1'],
    ...ofStationsAndPodcasts.map((subject) => [subject, 's-1']),
    ['accounts', 'list', {}],
    ['session', 'me'],
    ['accounts', here],
    ['people', 'account', here, 'list'],
  ])
    queries.setQueryData(key, 1);
  return queries;
};
const kept = (queries: QueryClient): string[] =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.join(' '));

test('another account: what was read of the old one goes, lists and the session stay', () => {
  const queries = filled();
  forgetOtherAccounts(queries, here);
  expect(kept(queries)).toEqual([
    'accounts list [object Object]',
    'session me',
    `accounts ${here}`,
    `people account ${here} list`,
  ]);
});

test('what is still shown, as the station that the player plays, stays', () => {
  const queries = filled();
  const stop = new QueryObserver(queries, { queryKey: ['stations', 's-1', 'live'], enabled: false }).subscribe(() => 0);
  forgetOtherAccounts(queries, here);
  expect(kept(queries)).toContain('stations s-1 live');
  expect(kept(queries)).not.toContain('stations s-1');
  stop();
});

test('an account that is deleted leaves nothing, of its stations and podcasts neither', () => {
  const queries = filled();
  forgetAccount(queries, old);
  expect(kept(queries)).toEqual(['accounts list [object Object]', 'session me']);
  expect(kept(queries).filter((key) => key.includes(old))).toEqual([]);
});
