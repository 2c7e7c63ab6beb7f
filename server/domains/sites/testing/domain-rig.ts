import { request } from 'node:http';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Site, SiteContent } from '#contract/api/site.ts';
import type { SiteDomain } from '#contract/api/site-domain.ts';
import { sites } from '#contract/api/sites.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPortal } from '#server/testing/portal.ts';
import { siteDraft } from '#server/testing/site-fixtures.ts';
import { publishDraft, siteOwner } from './site-owner.ts';
import type { LocalDns } from '../domains/testing/dns-server.ts';

export type DomainOwner = { client: TestClient; account: AccountKey; params: { id: AccountKey }; domain: string };
export type DomainReply = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

let number = 0;

export const stateOf = ({ domains }: Site, domain: string): SiteDomain | undefined =>
  domains.find((one) => one.domain === domain);
export const tokenIn = (site: Site, domain: string): string =>
  stateOf(site, domain)?.records.find(({ type }) => type === 'TXT')?.value ?? '';

/** What tests of domains do with a portal and the zone of their DNS server. */
export const domainRig = (portal: TestPortal, zone: LocalDns) => {
  const add = ({ client, params }: DomainOwner, domain: string): Promise<Site> =>
    client.ok(sites.addDomain, { params, body: { domain } });
  const check = ({ client, params }: DomainOwner, domain: string): Promise<Site> =>
    client.ok(sites.checkDomain, { params: { ...params, domain } });
  /** Creates the records that a site asks for, as its owner would. */
  const prove = (site: Site, domain: string): void => {
    zone.set(`_radio-verify.${domain}`, { TXT: ['something else', tokenIn(site, domain)] });
    zone.set(domain, { CNAME: 'portal.test' });
  };
  return {
    ...{ add, check, prove },
    /** An owner with a public site of two pages, and a domain that nobody else uses. */
    async owner(draft: Partial<SiteContent> = {}): Promise<DomainOwner> {
      const { client, account, params } = await siteOwner(portal, 'prime');
      const about = { path: 'about', title: 'About', blocks: [] };
      const content = siteDraft({ pages: [...siteDraft().pages, about], ...draft });
      await publishDraft({ client, params }, content);
      return { client, account, params, domain: `www.harbour${++number}.example` };
    },
    async connected(at: DomainOwner): Promise<Site> {
      prove(await add(at, at.domain), at.domain);
      return await check(at, at.domain);
    },
    /** A request with this Host header, which `fetch` would not send. */
    get: (host: string, path = '/', more: Record<string, string> = {}, method = 'GET'): Promise<DomainReply> =>
      new Promise((settle, fail) => {
        const asked = request(`${portal.url}${path}`, { method, headers: { host, ...more } }, (reply) => {
          let text = '';
          reply.setEncoding('utf8').on('data', (part: string) => (text += part));
          reply.on('end', () => settle({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
        });
        asked.on('error', fail).end();
      }),
  };
};
