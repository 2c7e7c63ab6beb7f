import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type {
  Campaign,
  ChangedCampaign,
  ChangedCampaigns,
  NewCampaign,
  NewRuleChain,
  PatchedCampaign,
  Rule,
} from '#contract/campaign.ts';
import { campaigns } from '#contract/campaigns.ts';
import type { InputOf } from '#contract/http.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

export type CampaignListQuery = NonNullable<InputOf<typeof campaigns.list>['query']>;

/** A page of campaigns; read again soon while audio is being prepared. */
export const campaignsQuery = (id: AccountKey, query: CampaignListQuery) =>
  queryOptions({
    queryKey: ['advertising', id, 'campaigns', query],
    queryFn: ({ signal }) => call(campaigns.list, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.entities.some(({ status }) => status === 'preparing') === true ? 1000 : 30_000,
  });

/** A campaign; read again each second while its audio is being prepared. */
export const campaignQuery = (id: AccountKey, cid: CampaignKey) =>
  queryOptions({
    queryKey: ['advertising', id, 'campaign', cid],
    queryFn: ({ signal }) => call(campaigns.get, { params: { id, cid } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.audio?.state === 'preparing' ? 1000 : false),
  });

export const advertisingDetailsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['advertising', id, 'details'],
    queryFn: ({ signal }) => call(campaigns.details, { params: { id } }, { signal }),
    staleTime: 60_000,
  });

export const advertisersQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['advertising', id, 'advertisers'],
    queryFn: ({ signal }) => call(campaigns.advertisers, { params: { id } }, { signal }),
  });

export const ruleChainsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['advertising', id, 'chains'],
    queryFn: ({ signal }) => call(campaigns.ruleChains, { params: { id } }, { signal }),
  });

export const targetsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['advertising', id, 'targets'],
    queryFn: ({ signal }) => call(campaigns.targets, { params: { id } }, { signal }),
    staleTime: 60_000,
  });

type PlaceQuery = { type: Rule['targets'][number]['type']; path: string; search: string | undefined };

export const targetQuery = (id: AccountKey, query: PlaceQuery) =>
  queryOptions({
    queryKey: ['advertising', id, 'target', query],
    queryFn: ({ signal }) => call(campaigns.target, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export type Demand = { rules: Rule[]; from: string; to: string; offset: string; priority: number };

/** How many impressions these rules can still get. */
export const inventoryQuery = (id: AccountKey, { rules, ...query }: Demand) =>
  queryOptions({
    queryKey: ['advertising', id, 'forecast', 'inventory', query, rules],
    queryFn: ({ signal }) => call(campaigns.inventory, { params: { id }, query, body: rules }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const campaignReportQuery = (
  id: AccountKey,
  cid: CampaignKey,
  query: { from?: string | undefined; to?: string | undefined },
) =>
  queryOptions({
    queryKey: ['advertising', id, 'campaign', cid, 'report', query],
    queryFn: ({ signal }) => call(campaigns.report, { params: { id, cid }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** Caches a changed campaign, and reloads the lists. */
const replaceCampaign = (queries: QueryClient, id: AccountKey, campaign: Campaign): void => {
  queries.setQueryData(campaignQuery(id, campaign.id).queryKey, campaign);
  void queries.invalidateQueries({ queryKey: ['advertising', id, 'campaigns'] });
  void queries.invalidateQueries({ queryKey: ['advertising', id, 'advertisers'] });
  void queries.invalidateQueries({ queryKey: ['advertising', id, 'forecast'] });
};

type Creation = { body: NewCampaign; stationKeys: StationKey[]; key: string };

/** Creates a campaign. */
export const useCreateCampaign = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, stationKeys, key }: Creation) =>
      call(campaigns.create, { params: { id }, query: { stationKeys }, body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (campaign) => replaceCampaign(queries, id, campaign),
  });
};

/** Saves a whole campaign. */
export const useSaveCampaign = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, stationKeys }: { body: ChangedCampaign; stationKeys: StationKey[] }) =>
      call(campaigns.update, { params: { id }, query: { stationKeys }, body }),
    meta: { form: true },
    onSuccess: (campaign) => replaceCampaign(queries, id, campaign),
  });
};

/** Changes some fields of a campaign, e.g. its switch. */
export const usePatchCampaign = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: PatchedCampaign) => call(campaigns.patch, { params: { id }, body }),
    onSuccess: (campaign) => replaceCampaign(queries, id, campaign),
  });
};

/** Switches several campaigns on or off. */
export const useSwitchCampaigns = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: ChangedCampaigns) => call(campaigns.patchAll, { params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['advertising', id] }),
  });
};

/** Deletes a campaign; one that was heard is archived instead. */
export const useRemoveCampaign = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'campaign.deleteFailed',
    mutationFn: (cid: CampaignKey) => call(campaigns.remove, { params: { id, cid } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['advertising', id, 'campaigns'] });
      void queries.invalidateQueries({ queryKey: ['advertising', id, 'advertisers'] });
    },
  });
};

type NewAudio = { cid: CampaignKey; file: File; from: number };

/** Uploads the audio of a campaign; `from` is where its 30 s begin, in seconds. */
export const useSetCampaignAudio = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ cid, file, from }: NewAudio) =>
      call(campaigns.setAudio, { params: { id, cid }, fields: { from: String(from) }, file }),
    onSettled: (_, __, { cid }) =>
      queries.invalidateQueries({ queryKey: campaignQuery(id, cid).queryKey, exact: true }),
  });
};

/** The audio of a campaign as it is played. */
export const fetchCampaignAudio = async (id: AccountKey, cid: CampaignKey): Promise<Blob> =>
  (await call(campaigns.audio, { params: { id, cid } })).blob();

/** The audio of a campaign within what a station plays now; takes some seconds. */
export const useHearInStream = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: async ({ cid, station }: { cid: CampaignKey; station: StationKey }) =>
      (await call(campaigns.audioInStream, { params: { id, cid }, query: { station } })).blob(),
  });

/** Saves rules under a name, to use them in other campaigns. */
export const useCreateRuleChain = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: NewRuleChain) => call(campaigns.createRuleChain, { params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ruleChainsQuery(id).queryKey }),
  });
};

/** Replaces saved rules; campaigns keep those that they were saved with. */
export const useChangeRuleChain = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ chainId, ...body }: NewRuleChain & { chainId: string }) =>
      call(campaigns.changeRuleChain, { params: { id, chainId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ruleChainsQuery(id).queryKey }),
  });
};

/** Deletes saved rules; campaigns keep theirs. */
export const useRemoveRuleChain = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (chainId: string) => call(campaigns.removeRuleChain, { params: { id, chainId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ruleChainsQuery(id).queryKey }),
  });
};
