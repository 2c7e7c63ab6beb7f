import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/keys.ts';
import { playoutRules, type NewDayPart } from '#contract/playout-rules.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

export const dayPartsQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['playout', key, 'dayparts'],
    queryFn: ({ signal }) => call(playoutRules.dayParts, { params: { key } }, { signal }),
  });

/** A daypart with its tracks, fetched each time it is opened. */
export const dayPartQuery = (key: StationKey, id: string) =>
  queryOptions({
    queryKey: ['playout', key, 'dayparts', id],
    queryFn: ({ signal }) => call(playoutRules.dayPart, { params: { key, id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Adds a daypart, or changes the one with the id. */
export const useSaveDayPart = (key: StationKey, id: string | undefined) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (body: NewDayPart) =>
      id === undefined
        ? call(playoutRules.addDayPart, { params: { key }, body })
        : call(playoutRules.changeDayPart, { params: { key, id }, body }),
    meta: { form: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: dayPartsQuery(key).queryKey }),
  });
};

/** Removes a daypart. */
export const useRemoveDayPart = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (id: string) => call(playoutRules.removeDayPart, { params: { key, id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: dayPartsQuery(key).queryKey }),
  });
};
