import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { people } from '#contract/api/people.ts';
import { portal, type PodcastAdsSettings, type PortalSettings } from '#contract/api/portal.ts';
import { stations } from '#contract/api/stations.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, keyedQuery } from '#web/lib/endpoint-query.ts';

/** Polling interval for data without live updates. */
const freshMs = 30_000;

export const dashboardQuery = endpointQuery(portal.dashboard, {}, { refetchInterval: freshMs });
export const healthQuery = endpointQuery(portal.health, {}, { refetchInterval: freshMs });
export const failedJobsQuery = endpointQuery(portal.failedJobs, {}, { refetchInterval: freshMs });

/** Retries a failed job. */
export const useRetryJob = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ name, id }: { name: string; id: string }) => call(portal.retryJob, { params: { name, id } }),
  });

export type PortalStationsRequest = {
  pageNumber: number;
  pageSize: number;
  sortBy: 'name' | 'account' | 'created' | 'updated';
  sortDesc: boolean;
  search: string;
  only: 'suspended' | 'featured' | 'relay' | undefined;
};
export const portalStationsQuery = ({ sortDesc, search, ...page }: PortalStationsRequest) =>
  endpointQuery(
    stations.list,
    { query: { ...page, sortDesc: String(sortDesc), search: search || undefined } },
    { placeholderData: keepPreviousData },
  );

export type PortalUsersRequest = {
  pageNumber: number;
  pageSize: number;
  sortBy: 'name' | 'email' | 'created';
  sortDesc: boolean;
  search: string;
  only: 'disabled' | 'admins' | undefined;
};
export const portalUsersQuery = ({ sortDesc, search, ...page }: PortalUsersRequest) =>
  endpointQuery(
    people.users,
    { query: { ...page, sortDesc: String(sortDesc), search: search || undefined } },
    { placeholderData: keepPreviousData },
  );

/** Suspends or reactivates a user. */
export const useSuspendUser = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ userId, suspend }: { userId: string; suspend: boolean }) =>
      call(suspend ? people.disable : people.enable, { params: { userId } }),
  });

/** Removes the second factors of a user who lost them. */
export const useRemoveSecondFactors = () =>
  useAction({
    failure: 'default',
    mutationFn: (userId: string) => call(people.removeSecondFactors, { params: { userId } }),
  });

export const portalSettingsQuery = endpointQuery(portal.settings, {});

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

export const podcastAdsQuery = endpointQuery(portal.podcastAds, {});

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

export const changelogQuery = endpointQuery(portal.changelog, {}, { staleTime: 5 * 60_000 });

/** The id of the latest changelog entry; null without one. */
export const latestChangeQuery = keyedQuery(
  endpointKey(portal.changelog, {}, 'latest'),
  async ({ signal }) => (await call(portal.changelog, {}, { signal })).items[0]?.id ?? null,
  { staleTime: 5 * 60_000 },
);
