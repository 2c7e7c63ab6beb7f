import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { limits } from '../rules/limits.ts';
import { DomainName } from './site-domain.ts';
import { Site, SiteAdsTxt, SiteContent, SiteImage, SiteRevision, SiteSlug, SiteVersion, siteModes } from './site.ts';

const sitePaths = ['accounts/{id}/microsite/versions', 'accounts/{id}/microsite/ads.txt'] as const;

/* The microsite of an account (spec §1: one variant only), its versions, images and domains. */

const flag = 'microsite';
const read = { 'path.id': 'account.readSite' } as const;
const write = { 'path.id': 'account.writeSite' } as const;
const domain = { domain: DomainName };

export const sites = {
  get: endpoint('GET accounts/{id}/microsite', {
    flag,
    access: read,
    summary: "An account's microsite; before it is saved for the first time a proposal, with revision 0",
    returns: Site,
    spec: 'own',
  }),
  save: endpoint('PUT accounts/{id}/microsite', {
    flag,
    access: write,
    summary: 'Save the draft of the microsite',
    body: z.object({ revision: SiteRevision, slug: SiteSlug, draft: SiteContent }),
    maxBytes: limits.siteBytes,
    returns: Site,
    spec: 'own',
    changes: sitePaths,
  }),
  preview: endpoint('POST accounts/{id}/microsite/preview', {
    flag,
    access: read,
    summary: 'A page of the microsite as HTML, as it would be published; nothing is saved',
    body: z.object({ draft: SiteContent, page: z.string(), mode: z._default(z.enum(siteModes), 'auto') }),
    maxBytes: limits.siteBytes,
    returns: z.object({ html: z.string() }),
    audit: false,
    spec: 'own',
    changes: { none: 'It only calculates.' },
  }),
  publish: endpoint('POST accounts/{id}/microsite/publish', {
    flag,
    access: write,
    summary: 'Publish the draft',
    body: z.object({ revision: SiteRevision }),
    returns: Site,
    spec: 'own',
    changes: sitePaths,
  }),
  unpublish: endpoint('POST accounts/{id}/microsite/unpublish', {
    flag,
    access: write,
    summary: 'Take the microsite off the web; the draft stays',
    body: z.object({ revision: SiteRevision }),
    returns: Site,
    spec: 'own',
    changes: sitePaths,
  }),
  versions: endpoint('GET accounts/{id}/microsite/versions', {
    flag,
    access: read,
    summary: 'The latest 20 published versions of the microsite',
    returns: z.array(SiteVersion),
    spec: 'own',
  }),
  restore: endpoint('POST accounts/{id}/microsite/restore', {
    flag,
    access: write,
    summary: 'Make a published version the draft again',
    body: z.object({ revision: SiteRevision, number: z.number().check(z.int(), z.gte(1)) }),
    returns: Site,
    spec: 'own',
    changes: sitePaths,
  }),
  addImage: endpoint('POST accounts/{id}/microsite/images', {
    flag,
    access: write,
    summary: 'Upload an image for the microsite',
    form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } },
    returns: SiteImage,
    status: 201,
    spec: 'own',
    changes: { none: 'The draft refers to it.' },
  }),
  adsTxt: endpoint('GET accounts/{id}/microsite/ads.txt', {
    flag,
    access: read,
    summary: "The ads.txt of the microsite's domain, with its problems",
    returns: SiteAdsTxt,
    spec: 'own',
  }),
  addDomain: endpoint('POST accounts/{id}/microsite/domains', {
    flag,
    access: write,
    summary: 'Add a domain of one’s own; DNS records then prove it',
    body: z.object(domain),
    returns: Site,
    status: 201,
    spec: 'own',
    changes: sitePaths,
  }),
  checkDomain: endpoint('POST accounts/{id}/microsite/domains/{domain}/check', {
    flag,
    access: write,
    summary: "Look up a domain's records now",
    params: domain,
    rateLimit: { max: 20, seconds: 60 },
    returns: Site,
    spec: 'own',
    changes: sitePaths,
  }),
  removeDomain: endpoint('DELETE accounts/{id}/microsite/domains/{domain}', {
    flag,
    access: write,
    summary: 'Remove a domain; another account may then use it',
    params: domain,
    returns: Site,
    status: 200,
    spec: 'own',
    changes: sitePaths,
  }),
};
