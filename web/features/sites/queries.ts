import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Site, SiteContent } from '#contract/api/site.ts';
import { sites } from '#contract/api/sites.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const siteQuery = (id: AccountKey) => endpointQuery(sites.get, { params: { id } });

export const siteVersionsQuery = (id: AccountKey) => endpointQuery(sites.versions, { params: { id } });

export const siteAdsTxtQuery = (id: AccountKey) => endpointQuery(sites.adsTxt, { params: { id } });

type PreviewRequest = { draft: SiteContent; page: string; mode: 'auto' | 'light' | 'dark' };

/** A page of a draft as HTML. A draft that isn't complete yet is refused, which is no failure of the screen. */
export const sitePreviewQuery = (id: AccountKey, body: PreviewRequest) =>
  endpointQuery(sites.preview, { params: { id }, body }, { gcTime: 0, throwOnError: false });

const cacheSite = (queries: QueryClient, id: AccountKey, site: Site): void => {
  queries.setQueryData(siteQuery(id).queryKey, site);
};

/** Saves the draft, based on a revision of the site. */
export const useSaveSite = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: { revision: number; slug: string; draft: SiteContent }) =>
      call(sites.save, { params: { id }, body }),
    meta: { form: true },
    onSuccess: (site) => cacheSite(queries, id, site),
  });
};

/** Publishes the draft. */
export const usePublishSite = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (revision: number) => call(sites.publish, { params: { id }, body: { revision } }),
    onSuccess: (site) => cacheSite(queries, id, site),
  });
};

/** Takes the site off the web. */
export const useUnpublishSite = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (revision: number) => call(sites.unpublish, { params: { id }, body: { revision } }),
    onSuccess: (site) => cacheSite(queries, id, site),
  });
};

/** Makes a published version the draft. */
export const useRestoreSite = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: { revision: number; number: number }) => call(sites.restore, { params: { id }, body }),
    onSuccess: (site) => cacheSite(queries, id, site),
  });
};

/** Uploads an image for a block or the theme. */
export const useAddSiteImage = (id: AccountKey) =>
  useAction({ failure: 'default', mutationFn: (file: File) => call(sites.addImage, { params: { id }, file }) });

/** Adds a domain, and looks up its records. */
export const useAddDomain = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (domain: string) => call(sites.addDomain, { params: { id }, body: { domain } }),
    meta: { form: true },
    onSuccess: (site) => cacheSite(queries, id, site),
  });
};

/** Looks up the records of a domain now. */
export const useCheckDomain = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (domain: string) => call(sites.checkDomain, { params: { id, domain } }),
    onSuccess: (site) => cacheSite(queries, id, site),
  });
};

/** Removes a domain. */
export const useRemoveDomain = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (domain: string) => call(sites.removeDomain, { params: { id, domain } }),
    onSuccess: (site) => cacheSite(queries, id, site),
  });
};
