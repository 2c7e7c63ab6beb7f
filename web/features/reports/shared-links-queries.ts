import type * as z from 'zod/mini';
import { sharedLinks as api, type SharedLink, type SharedView } from '#contract/api/shared-links.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, keyedQuery } from '#web/lib/endpoint-query.ts';

/** What links belong to. */
export type LinksScope = { scope: 'account'; id: AccountKey } | { scope: 'station'; key: StationKey };
export type NewLink = { name: string; days: number; view: z.input<typeof SharedView>; stationKey?: StationKey };

/** The links of an account or a station. */
export const linksQuery = (place: LinksScope) =>
  keyedQuery(
    place.scope === 'account'
      ? endpointKey(api.listOfAccount, { params: { id: place.id } })
      : endpointKey(api.listOfStation, { params: { key: place.key } }),
    ({ signal }): Promise<SharedLink[]> =>
      place.scope === 'account'
        ? call(api.listOfAccount, { params: { id: place.id } }, { signal })
        : call(api.listOfStation, { params: { key: place.key } }, { signal }),
    { throwOnError: false },
  );

/** Creates or revokes a link. */
export const useLinks = (place: LinksScope) => {
  return {
    create: useAction({
      failure: 'default',
      mutationFn: ({ stationKey, ...link }: NewLink): Promise<SharedLink> =>
        place.scope === 'account'
          ? call(api.createOfAccount, { params: { id: place.id }, body: stationKey ? { ...link, stationKey } : link })
          : call(api.createOfStation, { params: { key: place.key }, body: link }),
      meta: { form: true },
    }),
    revoke: useAction({
      failure: 'default',
      mutationFn: (linkId: string) =>
        place.scope === 'account'
          ? call(api.revokeOfAccount, { params: { id: place.id, linkId } })
          : call(api.revokeOfStation, { params: { key: place.key, linkId } }),
    }),
  };
};
