import { adProviders, type AdProvider, type NewAdProvider } from '#contract/api/ad-providers.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, keyedQuery } from '#web/lib/endpoint-query.ts';

/** Whose ad servers: an account's, or the portal's. */
export type ProviderOwner = AccountKey | 'portal';

/** The ad servers of the portal, or those that an account can use. */
export const providersQuery = (owner: ProviderOwner) =>
  keyedQuery(
    owner === 'portal'
      ? endpointKey(adProviders.ofPortal, {})
      : endpointKey(adProviders.list, { params: { id: owner } }),
    ({ signal }) =>
      owner === 'portal'
        ? call(adProviders.ofPortal, {}, { signal })
        : call(adProviders.list, { params: { id: owner } }, { signal }),
    { refetchInterval: 30_000 },
  );

/** Adds an ad server. */
export const useCreateProvider = (owner: ProviderOwner) => {
  return useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewAdProvider; key: string }): Promise<AdProvider> =>
      owner === 'portal'
        ? call(adProviders.createForPortal, { body }, { idempotencyKey: key })
        : call(adProviders.create, { params: { id: owner }, body }, { idempotencyKey: key }),
    meta: { form: true },
  });
};

type Change = { providerId: string; body: NewAdProvider };

const changeProvider = (owner: ProviderOwner, { providerId, body }: Change): Promise<AdProvider> =>
  owner === 'portal'
    ? call(adProviders.changeForPortal, { params: { providerId }, body })
    : call(adProviders.change, { params: { id: owner, providerId }, body });

/** Changes an ad server in its form. */
export const useChangeProvider = (owner: ProviderOwner) => {
  return useAction({
    failure: 'default',
    mutationFn: (change: Change) => changeProvider(owner, change),
    meta: { form: true },
  });
};

/** Switches an ad server on or off in its list. */
export const useSwitchProvider = (owner: ProviderOwner) => {
  return useAction({ failure: 'default', mutationFn: (change: Change) => changeProvider(owner, change) });
};

/** Deletes an ad server that no campaign asks. */
export const useRemoveProvider = (owner: ProviderOwner) => {
  return useAction({
    failure: 'default',
    mutationFn: (providerId: string) =>
      owner === 'portal'
        ? call(adProviders.removeForPortal, { params: { providerId } })
        : call(adProviders.remove, { params: { id: owner, providerId } }),
  });
};

/** Asks an ad server once, for no listener. */
export const useTryProvider = (owner: ProviderOwner) =>
  useAction({
    failure: 'default',
    mutationFn: (providerId: string) =>
      owner === 'portal'
        ? call(adProviders.tryForPortal, { params: { providerId } })
        : call(adProviders.try, { params: { id: owner, providerId } }),
  });
