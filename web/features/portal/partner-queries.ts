import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { portal, type NewPartner } from '#contract/portal.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

export const partnersQuery = queryOptions({
  queryKey: ['portal', 'partners'],
  queryFn: ({ signal }) => call(portal.partners, {}, { signal }),
});
export const partnerQuery = (slug: string) =>
  queryOptions({
    queryKey: ['portal', 'partners', slug],
    queryFn: ({ signal }) => call(portal.partner, { params: { slug } }, { signal }),
  });

/** Adds a partner, or changes the one with this slug; also sets its logo if one is given. */
export const useSavePartner = (slug?: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: async ({ body, logo, key }: { body: NewPartner; logo: Blob | undefined; key: string }) => {
      const partner =
        slug === undefined
          ? await call(portal.addPartner, { body }, { idempotencyKey: key })
          : await call(portal.changePartner, { params: { slug }, body });
      if (!logo) return partner;
      return call(portal.setPartnerLogo, { params: { slug: partner.slug }, file: logo });
    },
    meta: { form: true },
    onSettled: () => queries.invalidateQueries({ queryKey: partnersQuery.queryKey }),
  });
};

export const useRemovePartner = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (slug: string) => call(portal.removePartner, { params: { slug } }),
    onSettled: () => queries.invalidateQueries({ queryKey: partnersQuery.queryKey }),
  });
};
