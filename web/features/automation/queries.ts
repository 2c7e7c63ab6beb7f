import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { automation, type Automation, type AutomationMix } from '#contract/automation.ts';
import type { StationKey } from '#contract/keys.ts';
import { useStationLive } from '#web/parts/station-queries.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

export const automationQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['stations', key, 'automation'],
    queryFn: ({ signal }) => call(automation.get, { params: { key } }, { signal }),
  });

/** How the software is there now: the engine's last word where it has told of it, else what the call said. */
export const useAutomationState = (key: StationKey, { engine, status }: Automation): Automation['engine'] => {
  const told = useStationLive(key)?.automation;
  return status !== null && told ? told : engine;
};

/** Asks for the software, or ends it. */
export const useRequestAutomation = (key: StationKey) => {
  const keep = useKeep(key);
  return useAction({
    failure: 'default',
    mutationFn: (action: 'enable' | 'disable') => call(automation.request, { params: { key }, body: { action } }),
    onSuccess: keep,
  });
};

/** How the software mixes from now on. */
export const useSetMix = (key: StationKey) => {
  const keep = useKeep(key);
  return useAction({
    failure: 'default',
    mutationFn: (body: AutomationMix) => call(automation.setMix, { params: { key }, body }),
    meta: { form: true },
    onSuccess: keep,
  });
};

const useKeep = (key: StationKey) => {
  const queries = useQueryClient();
  return (state: Automation): void => void queries.setQueryData(automationQuery(key).queryKey, state);
};
