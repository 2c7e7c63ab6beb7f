import { portal, type NewPartner } from '#contract/api/portal.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const partnersQuery = endpointQuery(portal.partners, {});
export const partnerQuery = (slug: string) => endpointQuery(portal.partner, { params: { slug } });

/** Adds a partner, or changes the one with this slug; also sets its logo if one is given. */
export const useSavePartner = (slug?: string) =>
  useAction({
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
  });

export const useRemovePartner = () =>
  useAction({
    failure: 'default',
    mutationFn: (slug: string) => call(portal.removePartner, { params: { slug } }),
  });
