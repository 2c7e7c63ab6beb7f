import { useQueryClient } from '@tanstack/react-query';
import { audioAds, type AudioAdsRules } from '#contract/api/audio-ads.ts';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const audioAdsQuery = (key: StationKey) => endpointQuery(audioAds.get, { params: { key } });

/** The agreement with its text. */
export const agreementQuery = (key: StationKey) =>
  endpointQuery(audioAds.agreement, { params: { key }, query: { include_doc: 'true' } });

export const approvalsQuery = (key: StationKey) => endpointQuery(audioAds.approvals, { params: { key } });

/** The audio of a campaign that could play on the station. */
export const fetchApprovalAudio = async (key: StationKey, campaign: CampaignKey): Promise<Blob> =>
  (await call(audioAds.approvalAudio, { params: { key, campaign } })).blob();

const breaksRefetchMs = 10_000;

/** The breaks of the last hours; a break appears within seconds. */
export const breaksQuery = (key: StationKey, hours: number) =>
  endpointQuery(audioAds.breaks, { params: { key }, query: { hours } }, { refetchInterval: breaksRefetchMs });

/** How far the cues of a station's encoder are from the boundaries in its sound. */
export const cueOffsetQuery = (key: StationKey) => endpointQuery(audioAds.cueOffset, { params: { key } });

/** Switches the audio ads of a station on or off; `applyToRelays` does the same to its relays. */
export const useSwitchAudioAds = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ on, applyToRelays }: { on: boolean; applyToRelays: boolean }) =>
      call(audioAds.set, {
        params: { key, status: on ? 'enabled' : 'disabled' },
        query: { applyToRelays: applyToRelays ? 'true' : 'false' },
      }),
    onSuccess: (ads) => queries.setQueryData(audioAdsQuery(key).queryKey, ads),
  });
};

/** Saves when a station makes breaks and what may play in them. */
export const useSetAudioAdsRules = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: AudioAdsRules) => call(audioAds.setRules, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (ads) => queries.setQueryData(audioAdsQuery(key).queryKey, ads),
  });
};

/** Accepts the agreement for a station. */
export const useAcceptAgreement = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: (body: { version: string; fullName: string }) => call(audioAds.agree, { params: { key }, body }),
  });

/** Approves or rejects a campaign of another account. */
export const useDecideCampaign = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ campaign, state }: { campaign: CampaignKey; state: 'approved' | 'rejected' }) =>
      call(audioAds.decide, { params: { key, campaign }, body: { state } }),
    onSuccess: (decided) =>
      queries.setQueryData(approvalsQuery(key).queryKey, (approvals) =>
        approvals?.map((one) => (one.campaign === decided.campaign ? decided : one)),
      ),
  });
};

/** Starts a break now. */
export const useStartBreak = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: (seconds: number) => call(audioAds.startBreak, { params: { key }, body: { seconds } }),
  });
