import { useQueryClient } from '@tanstack/react-query';
import { adRequests } from '#contract/api/ad-requests.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** Whether an account runs campaigns itself (spec §7). */
export const campaignsEnabledQuery = (id: AccountKey) =>
  endpointQuery(campaigns.enabled, { params: { id } }, { staleTime: 30_000 });

/** Whether an account can ask the portal for a campaign (spec §7). */
export const advertisingAvailableQuery = (id: AccountKey) =>
  endpointQuery(adRequests.availability, { params: { id } }, { staleTime: 30_000 });

/** Lets an account run campaigns itself, or no longer (portal administrators). */
export const useEnableCampaigns = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'account.limitsFailed',
    mutationFn: (enabled: boolean) => call(campaigns.enable, { params: { id }, body: { enabled } }),
    onSuccess: (reply) => queries.setQueryData(campaignsEnabledQuery(id).queryKey, reply),
  });
};

/** Lets an account ask for campaigns, or no longer (portal administrators). */
export const useSetAdvertisingAvailable = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'account.limitsFailed',
    mutationFn: (available: boolean) => call(adRequests.setAvailability, { params: { id }, body: { available } }),
    onSuccess: (available) => queries.setQueryData(advertisingAvailableQuery(id).queryKey, available),
  });
};
