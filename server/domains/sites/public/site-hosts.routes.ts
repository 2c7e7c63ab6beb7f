import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { domainOf } from '#contract/api/site-domain.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { sendMissing } from '#server/platform/pages/send-page.ts';
import { servesDomain } from '../domains/domains.service.ts';
import { siteUrl, sitePageUrl } from '../site-urls.ts';
import { findPublicSite, type PublicSiteRow } from '../sites.repo.ts';
import { adsTxtOf } from './site-ads-txt.ts';
import { sendSite, type SitePagesDeps } from './send-site.ts';
import { html } from '#server/platform/pages/html.ts';

type Deps = SitePagesDeps & Pick<Kernel, 'db' | 'clock'>;

/**
 * Microsites at the domains of their owners, by the Host header: a request for such a domain gets the site's pages and what they need,
 * and nothing else of the portal. A name that no site has proved is refused (421), unless it is the portal's own or one of a private
 * network. Also `/internal/domains/ask`, which Caddy asks before it gets a certificate.
 */
export const mountSiteHosts = (app: FastifyInstance, deps: Deps): void => {
  const own = ownHosts(deps.config);
  app.get<{ Querystring: { domain?: string } }>('/internal/domains/ask', async (request, reply) => {
    const isAllowed = isFromHere(request) || bearerOf(request) === deps.config.engineToken;
    const domain = domainOf(String(request.query.domain ?? ''));
    const isServed = isAllowed && domain !== undefined && (await servesDomain(deps.db, domain));
    return reply
      .code(isServed ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send('');
  });
  app.addHook('onRequest', async (request, reply) => {
    const host = hostOf(request);
    if (own.has(host) || isPrivateName(host) || healthPaths.has(pathOf(request))) return;
    const domain = domainOf(host);
    if (domain === undefined || !(await servesDomain(deps.db, domain))) return refuseHost(reply);
    const site = await findPublicSite(deps.db, { domain });
    return await sendAtDomain(deps, { request, reply }, { domain, site });
  });
};

type At = { request: FastifyRequest; reply: FastifyReply };

/** The reply at a domain; undefined where the route of the portal replies, as for images. */
const sendAtDomain = async (
  deps: Deps,
  at: At,
  { domain, site }: { domain: string; site: PublicSiteRow | undefined },
): Promise<FastifyReply | undefined> => {
  const { request, reply } = at;
  const path = pathOf(request);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return reply.code(405).header('allow', 'GET, HEAD').type('text/plain; charset=utf-8').send('Method not allowed.\n');
  if (shared.some((prefix) => path.startsWith(prefix))) return undefined;
  if (moved.some((prefix) => path.startsWith(prefix)))
    return reply.header('cache-control', 'public, max-age=3600').redirect(`${deps.config.deliveryUrl}${path}`, 302);
  if (!site) return sendMissing(deps, reply);
  switch (path) {
    case '/ads.txt':
    case '/app-ads.txt': {
      const lines = site.content.ads_txt;
      const text = await adsTxtOf(deps, site.account_key, { lines, domain });
      // An empty file would forbid every seller.
      return text === '' ? sendText(reply.code(404), 'File not found.\n') : sendText(reply, text);
    }
    case '/robots.txt':
      return sendText(reply, robotsOf(deps, site));
    case '/sitemap.xml':
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('application/xml; charset=utf-8')
        .send(sitemapOf(deps, site));
    default:
      return await sendSite(deps, at, { site, path: path.replace(/^\/|\/$/g, ''), base: '' });
  }
};

/** Files that a site's pages need, and its players. */
const shared = ['/embed/', '/images/', '/favicon'];
/** Pages of the portal, to which old links may lead. */
const moved = ['/radio/', '/shows/', '/people/', '/feeds/'];
/** What load balancers ask, by whatever name. */
const healthPaths = new Set(['/healthz', '/readyz', '/internal/domains/ask']);

const robotsOf = ({ config }: Deps, site: PublicSiteRow): string =>
  site.content.seo.index
    ? `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl(config, site)}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';

const sitemapOf = ({ config }: Deps, site: PublicSiteRow): string => {
  const url = siteUrl(config, site);
  const changed = site.published_at.toISOString();
  const pages = site.content.seo.index ? site.content.pages : [];
  const { html: text } = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    ${pages.map(({ path }) => html`<url><loc>${sitePageUrl(url, path)}</loc><lastmod>${changed}</lastmod></url>`)}
  </urlset>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
};

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cache-control', 'public, max-age=300').type('text/plain; charset=utf-8').send(text);

const refuseHost = (reply: FastifyReply): FastifyReply =>
  reply
    .code(421)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('This server has no website of this name. If this is your portal, set PUBLIC_URL to its address.\n');

/** The hosts of the portal, by which it knows itself. */
const ownHosts = ({ publicUrl, deliveryUrl, streamUrl }: Config): ReadonlySet<string> =>
  new Set([publicUrl, deliveryUrl, streamUrl].map((url) => new URL(url).hostname.toLowerCase()));

/** The name in the Host header in lower case, without port; '' if it is none. */
const hostOf = ({ headers, raw }: FastifyRequest): string => {
  const written = headers.host ?? '';
  // A second header would let a proxy and this server read different names.
  if (raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return 'several hosts';
  return written
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
};

/** Addresses, names without a dot, and those of private networks, by which proxies and operators reach this server. */
const isPrivateName = (host: string): boolean =>
  host === '' ||
  /^\d{1,3}(?:\.\d{1,3}){3}$|^\[[\da-f:.]+\]$|^[a-z0-9_-]+$/.test(host) ||
  /\.(?:local|localhost|localdomain|internal|lan|svc)$/.test(host);

const pathOf = ({ url }: FastifyRequest): string => url.replace(/[?#].*$/, '');

/** Behind a proxy all clients look local; its header reveals them. */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
