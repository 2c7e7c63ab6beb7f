import { useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { songRequests, type SongRequest, type SongRequestSettings } from '#contract/api/song-requests.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The requests of a station and its settings for them; the event stream makes it stale (web/app/live.ts). */
export const songRequestsQuery = (key: StationKey) => endpointQuery(songRequests.list, { params: { key } });

/** Changes whether and how a station takes requests. */
export const useSetSongRequests = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: SongRequestSettings) => call(songRequests.setSettings, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (settings) =>
      queries.setQueryData(songRequestsQuery(key).queryKey, (before) => before && { ...before, settings }),
  });
};

/** Approves or refuses a request. */
export const useDecideRequest = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: ({ id, decision }: { id: string; decision: 'approve' | 'refuse' }): Promise<SongRequest> =>
      call(decision === 'approve' ? songRequests.approve : songRequests.refuse, { params: { key, id } }),
  });
