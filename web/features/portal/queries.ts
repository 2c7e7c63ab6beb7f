import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { people } from '#contract/people.ts';
import { portal, type PodcastAdsSettings, type PortalSettings } from '#contract/portal.ts';
import { stations } from '#contract/stations.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** Polling interval for data without live updates. */
const freshMs = 30_000;

export const dashboardQuery = queryOptions({
  queryKey: ['portal', 'dashboard'],
  queryFn: ({ signal }) => call(portal.dashboard, {}, { signal }),
  refetchInterval: freshMs,
});
export const healthQuery = queryOptions({
  queryKey: ['portal', 'health'],
  queryFn: ({ signal }) => call(portal.health, {}, { signal }),
  refetchInterval: freshMs,
});
export const failedJobsQuery = queryOptions({
  queryKey: ['portal', 'jobs'],
  queryFn: ({ signal }) => call(portal.failedJobs, {}, { signal }),
  refetchInterval: freshMs,
});

/** Retries a failed job. */
export const useRetryJob = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ name, id }: { name: string; id: string }) => call(portal.retryJob, { params: { name, id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
  });
};

export type PortalStationsRequest = {
  pageNumber: number;
  pageSize: number;
  sortBy: 'name' | 'account' | 'created' | 'updated';
  sortDesc: boolean;
  search: string;
  only: 'suspended' | 'featured' | 'relay' | undefined;
};
export const portalStationsQuery = ({ sortDesc, search, ...page }: PortalStationsRequest) =>
  queryOptions({
    queryKey: ['stations', 'list', { ...page, sortDesc, search }],
    queryFn: ({ signal }) =>
      call(stations.list, { query: { ...page, sortDesc: String(sortDesc), search: search || undefined } }, { signal }),
    placeholderData: keepPreviousData,
  });

export type PortalUsersRequest = {
  pageNumber: number;
  pageSize: number;
  sortBy: 'name' | 'email' | 'created';
  sortDesc: boolean;
  search: string;
  only: 'disabled' | 'admins' | undefined;
};
export const portalUsersQuery = ({ sortDesc, search, ...page }: PortalUsersRequest) =>
  queryOptions({
    queryKey: ['portal', 'users', { ...page, sortDesc, search }],
    queryFn: ({ signal }) =>
      call(people.users, { query: { ...page, sortDesc: String(sortDesc), search: search || undefined } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Suspends or reactivates a user. */
export const useSuspendUser = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ userId, suspend }: { userId: string; suspend: boolean }) =>
      call(suspend ? people.disable : people.enable, { params: { userId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['portal', 'users'] }),
  });
};

/** Removes the second factors of a user who lost them. */
export const useRemoveSecondFactors = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (userId: string) => call(people.removeSecondFactors, { params: { userId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['portal', 'users'] }),
  });
};

export const portalSettingsQuery = queryOptions({
  queryKey: ['portal', 'settings'],
  queryFn: ({ signal }) => call(portal.settings, {}, { signal }),
});

/** Changes the general settings. */
export const useSetPortalSettings = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: Partial<PortalSettings>) => call(portal.setSettings, { body }),
    meta: { form: true },
    onSuccess: (settings) => queries.setQueryData(portalSettingsQuery.queryKey, settings),
  });
};

export const podcastAdsQuery = queryOptions({
  queryKey: ['portal', 'podcast-ads'],
  queryFn: ({ signal }) => call(portal.podcastAds, {}, { signal }),
});

/** Changes the portal's podcast ad settings. */
export const useSetPodcastAds = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: PodcastAdsSettings) => call(portal.setPodcastAds, { body }),
    meta: { form: true },
    onSuccess: (settings) => queries.setQueryData(podcastAdsQuery.queryKey, settings),
  });
};

export const changelogQuery = queryOptions({
  queryKey: ['portal', 'changelog'],
  queryFn: ({ signal }) => call(portal.changelog, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The id of the latest changelog entry; null without one. */
export const latestChangeQuery = queryOptions({
  queryKey: [...changelogQuery.queryKey, 'latest'],
  queryFn: async ({ signal }) => (await call(portal.changelog, {}, { signal })).items[0]?.id ?? null,
  staleTime: 5 * 60_000,
});
