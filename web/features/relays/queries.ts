import { useQueryClient } from '@tanstack/react-query';
import type { FailureCode } from '#contract/texts/errors/failures.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { relays, type ChangedMasterLink, type ChangedRelay, type NewRelay } from '#contract/api/relays.ts';
import { stations, type Station } from '#contract/api/stations.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { useAction } from '#web/lib/action.ts';
import { throwFailureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, keyedQuery, removeResource } from '#web/lib/endpoint-query.ts';

/** All relays of a station: the limit fits on one page. */
export const relaysQuery = (key: StationKey) =>
  keyedQuery(endpointKey(relays.list, { params: { key } }), ({ signal }) =>
    call(relays.list, { params: { key }, query: { limit: limits.relaysOfMaster } }, { signal }).catch(
      throwFailureOf('relay.fetchFailed'),
    ),
  );

/** Adds a relay to a station; the idempotency key prevents a second one on retry. */
export const useAddRelay = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'relay.addFailed',
    mutationFn: ({ body, idempotencyKey }: { body: NewRelay; idempotencyKey: string }) =>
      call(relays.add, { params: { key }, body }, { idempotencyKey }),
    meta: { form: true },
    onSuccess: (relay) => {
      queries.setQueryData(stationQuery(relay.key).queryKey, relay);
    },
  });
};

/** Changes a relay of a station. */
export const useChangeRelay = (key: StationKey, relayId: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'relay.updateFailed',
    mutationFn: (body: ChangedRelay) => call(relays.update, { params: { key, relayId }, body }),
    meta: { form: true },
    onSuccess: ({ listeners_dropped: _dropped, ...relay }) => {
      queries.setQueryData(stationQuery(relayId).queryKey, relay);
    },
  });
};

/** Deletes a relay of a station. */
export const useRemoveRelay = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'relay.deleteFailed',
    mutationFn: ({ key: relayId }: Station) => call(relays.remove, { params: { key, relayId } }),
    onSuccess: (_, relay) => {
      removeResource(queries, stations.get, { params: { key: relay.key } });
    },
  });
};

export const masterLinkQuery = (key: StationKey) =>
  endpointQuery(
    relays.masterLink,
    { params: { key } },
    {
      // Never cached: it contains a password.
      gcTime: 0,
    },
  );

/** Changes the named fields of a station's master link; `failed` is the error shown if that fails. */
export const useSetMasterLink = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: ({ failed }) => failed,
    mutationFn: ({ body }: { body: ChangedMasterLink; failed: FailureCode }) =>
      call(relays.setMasterLink, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (link) => queries.setQueryData(masterLinkQuery(key).queryKey, link),
  });
};

/** Replaces the password of the master link; a connected encoder is disconnected. */
export const useResetMasterLink = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: () => call(relays.resetMasterLink, { params: { key } }),
    onSuccess: (link) => queries.setQueryData(masterLinkQuery(key).queryKey, link),
  });
};

export const icecastQuery = (key: StationKey) => endpointQuery(relays.icecast, { params: { key } });

/** Replaces the secret with which Icecast servers report their listeners. */
export const useResetIcecast = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: () => call(relays.resetIcecast, { params: { key } }),
    onSuccess: (reporting) => queries.setQueryData(icecastQuery(key).queryKey, reporting),
  });
};
