import { useQueryClient } from '@tanstack/react-query';
import { automation, type Automation, type AutomationMix } from '#contract/api/automation.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { useStationLive } from '#web/parts/station-queries.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const automationQuery = (key: StationKey) => endpointQuery(automation.get, { params: { key } });

/** The state of the software: from the event stream if the engine reported it, otherwise from the API call. */
export const useAutomationState = (key: StationKey, { engine, status }: Automation): Automation['engine'] => {
  const liveState = useStationLive(key)?.automation;
  return status !== null && liveState ? liveState : engine;
};

/** Requests the software or switches it off. */
export const useRequestAutomation = (key: StationKey) => {
  const cacheState = useCacheState(key);
  return useAction({
    failure: 'default',
    mutationFn: (action: 'enable' | 'disable') => call(automation.request, { params: { key }, body: { action } }),
    onSuccess: cacheState,
  });
};

/** Changes how the software mixes. */
export const useSetMix = (key: StationKey) => {
  const cacheState = useCacheState(key);
  return useAction({
    failure: 'default',
    mutationFn: (body: AutomationMix) => call(automation.setMix, { params: { key }, body }),
    meta: { form: true },
    onSuccess: cacheState,
  });
};

const useCacheState = (key: StationKey) => {
  const queries = useQueryClient();
  return (state: Automation): void => void queries.setQueryData(automationQuery(key).queryKey, state);
};
