import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { liveStats } from '#contract/api/live-stats.ts';
import { logger } from '#contract/api/logger.ts';
import { people } from '#contract/api/people.ts';
import { playout } from '#contract/api/playout.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { session } from '#contract/api/session.ts';
import { stations } from '#contract/api/stations.ts';
import { endpointKey, localQuery } from '#web/lib/endpoint-query.ts';
import { forgetAccount, forgetOtherAccounts } from './forget-account.ts';

const [other, current] = ['a-other', 'a-current'] as AccountKey[] as [AccountKey, AccountKey];
const key = 's-1' as StationKey;
const podcastKey = 'p-1' as PodcastKey;

const map = localQuery(['map', 'coarse'], () => Promise.resolve(1)).queryKey;
const me = endpointKey(session.me, {});
const list = endpointKey(accounts.list, { query: { pageNumber: 0, pageSize: 10, sortBy: 'name' } });
const ofCurrent = [
  endpointKey(accounts.get, { params: { key: current } }),
  endpointKey(people.ofAccount, { params: { id: current } }),
  endpointKey(podcasts.list, { query: { accountKey: current, limit: 10, offset: 0 } }),
];
const live = endpointKey(stations.live, { params: { key } });
const ofOthers = [
  endpointKey(accounts.get, { params: { key: other } }),
  endpointKey(people.ofAccount, { params: { id: other } }),
  endpointKey(billing.features, { params: { id: other } }),
  endpointKey(liveStats.account, { params: { id: other }, query: {} }),
  endpointKey(podcasts.list, { query: { accountKey: other, limit: 10, offset: 0 } }),
  // These name a station or podcast, and not its account.
  endpointKey(stations.get, { params: { key } }),
  live,
  endpointKey(playout.autoDj, { params: { key } }),
  endpointKey(logger.overview, { params: { key } }),
  endpointKey(library.tags, {}, key),
  endpointKey(podcasts.get, { params: { key: podcastKey } }),
  endpointKey(episodes.list, { params: { podcastKey }, query: { limit: 10, offset: 0 } }),
  localQuery(['audience', key], () => Promise.resolve(1)).queryKey,
];

const filledCache = (): QueryClient => {
  const queries = new QueryClient();
  for (const one of [...ofOthers, map, me, list, ...ofCurrent]) queries.setQueryData<unknown>(one, 1);
  return queries;
};
const cachedKeys = (queries: QueryClient): QueryKey[] =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);

test('switching accounts clears the cache of the other one and keeps lists and the session', () => {
  const queries = filledCache();
  forgetOtherAccounts(queries, current);
  expect(cachedKeys(queries)).toEqual([map, me, list, ...ofCurrent]);
});

test('keeps what is still shown, such as the station in the player', () => {
  const queries = filledCache();
  const stop = new QueryObserver(queries, { queryKey: live, enabled: false }).subscribe(() => 0);
  forgetOtherAccounts(queries, current);
  expect(cachedKeys(queries)).toEqual([live, map, me, list, ...ofCurrent]);
  stop();
});

test('clears everything of a deleted account, including its stations and podcasts', () => {
  const queries = filledCache();
  forgetAccount(queries, other);
  expect(cachedKeys(queries)).toEqual([map, me, list]);
});
