import { endpointKey, endpointQuery, keyedQuery } from '#web/lib/endpoint-query.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ctlStats } from '#contract/api/ctl-stats.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { requestUrl } from '#contract/api/request.ts';
import { telephony, type StationLine } from '#contract/api/telephony.ts';
import { useAction } from '#web/lib/action.ts';
import { call, findLocation } from '#web/lib/call.ts';
import { requestError } from '#web/lib/api-error.ts';
import { useStationLive } from '#web/parts/station-queries.ts';

/** Spec §5: a prompt is smaller than 10 MB. */
const tooLarge = (file: Blob): boolean => file.size > limits.promptMaxBytes;

export const lineQuery = (id: StationKey) => endpointQuery(telephony.line, { params: { id } });

export const lineRequestQuery = (key: StationKey) => endpointQuery(telephony.request, { params: { key } });

const callsRefetchMs = 20_000;

/** The last calls of a station; a call appears within seconds of its end. */
export const recentCallsQuery = (key: StationKey) =>
  endpointQuery(ctlStats.recent, { params: { key } }, { refetchInterval: callsRefetchMs });

/** Callers now: from the event stream if the engine reported it, otherwise from the API call. */
export const useCallers = (key: StationKey, { calling }: Pick<StationLine, 'calling'>): number =>
  useStationLive(key)?.callers ?? calling;

/** Where the prompt of a station can be heard; null without one, or if that can't be found out (spec §8). */
export const promptUrlQuery = (key: StationKey, uploaded: string) =>
  keyedQuery(
    endpointKey(telephony.hasPrompt, { params: { key } }, uploaded),
    async ({ signal }) => {
      try {
        const { token } = await call(telephony.token, { params: { key } }, { signal });
        return await findLocation(telephony.hasPrompt, { params: { key } }, { token, signal });
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        return null;
      }
    },
    {
      // Links are valid for six hours.
      staleTime: 3600_000,
    },
  );

/** Where the station can be heard as a caller hears it, for 15 minutes. */
export const useHearAsCaller = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: async () => {
      const { token } = await call(telephony.token, { params: { key } });
      return `${requestUrl(telephony.listen, { params: { key } })}?token=${token}`;
    },
  });

/** Asks for a number, or gives back all. */
export const useAskForNumber = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: { action: 'enable' | 'disable'; country?: string; note?: string }) =>
      call(telephony.setRequest, { params: { key }, body }),
    onSuccess: (request) => queries.setQueryData(lineRequestQuery(key).queryKey, request),
  });
};

/** Uploads a prompt with the token of the call-control service. */
export const useSetPrompt = (key: StationKey, onProgress: (share: number) => void) =>
  useAction({
    failure: 'prompt.uploadFailed',
    mutationFn: async (file: File) => {
      if (tooLarge(file)) throw requestError('prompt.tooLarge');
      const { token } = await call(telephony.token, { params: { key } });
      return await call(telephony.setPrompt, { params: { key }, file }, { token, onProgress });
    },
  });

export const useRemovePrompt = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: async () => {
      const { token } = await call(telephony.token, { params: { key } });
      await call(telephony.removePrompt, { params: { key } }, { token });
    },
  });
