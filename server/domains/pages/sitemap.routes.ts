import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageUrl } from '#server/domains/podcasts/podcasts.service.ts';
import { listSearchableStations } from '#server/domains/stations/public-stations.service.ts';
import { listSearchableSites, siteSlugUrl } from '#server/domains/sites/sites.service.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { personPageUrl, stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { listPersonalities, listSearchableShows } from './pages.repo.ts';

type Deps = Pick<Kernel, 'config' | 'db' | 'clock'>;
type Listed = { key: string; pretty_url: string; updated: Date };
type Kind = {
  list(db: Db, after: string, limit: number): Promise<Listed[]>;
  url(config: Config, page: Listed): string;
};

/** The most URLs of a sitemap (sitemaps.org). */
const mostUrls = 50_000;
const rememberedMs = 10 * 60_000;
const mostRemembered = 20;

const kinds: Record<string, Kind> = {
  stations: { list: listSearchableStations, url: stationPageUrl },
  shows: { list: listSearchableShows, url: pageUrl },
  people: { list: listPersonalities, url: personPageUrl },
  sites: { list: listSearchableSites, url: siteSlugUrl },
};

/**
 * `/robots.txt` and the sitemaps that it names: an index, and files of at most 50,000 pages of one kind, each after the
 * last key of the one before.
 */
export const mountSitemaps = (app: FastifyInstance, deps: Deps): void => {
  const { config, clock } = deps;
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${rules}\n\nSitemap: ${config.deliveryUrl}/sitemap.xml\n`),
  );
  const sitemaps = rememberTexts(clock);
  app.get('/sitemap.xml', async (request, reply) => {
    return sendXml(reply, await sitemaps.get(request.url, () => writeIndex(deps)));
  });
  app.get<{ Params: { file: string }; Querystring: { after?: string } }>(
    '/sitemaps/:file',
    async ({ params, query, url }, reply) => {
      const kind = kinds[/^(\w+)\.xml$/.exec(params.file)?.[1] ?? ''];
      if (!kind) return reply.code(404).type('text/plain; charset=utf-8').send('File not found.\n');
      return sendXml(reply, await sitemaps.get(url, () => writeFile(deps, kind, query.after ?? '')));
    },
  );
};

/** Sitemaps are large and asked for by anyone: one is written at a time, and remembered for ten minutes. */
const rememberTexts = ({ now }: Deps['clock']) => {
  const texts = new Map<string, { until: number; text: Promise<string> }>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    get(url: string, write: () => Promise<Html>): Promise<string> {
      const known = texts.get(url);
      if (known && known.until > now().getTime()) return known.text;
      const text = last.then(write).then(({ html: written }) => `<?xml version="1.0" encoding="UTF-8"?>\n${written}`);
      last = text.catch(() => texts.delete(url));
      if (texts.size >= mostRemembered) texts.clear();
      texts.set(url, { until: now().getTime() + rememberedMs, text });
      return text;
    },
  };
};

const writeIndex = async (deps: Deps): Promise<Html> => {
  const files = await Promise.all(Object.entries(kinds).map(([name, kind]) => filesOf(deps, name, kind)));
  return html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    ${files.flat().map((url) => html`<sitemap><loc>${url}</loc></sitemap>`)}
  </sitemapindex>`;
};

const writeFile = async ({ db, config }: Deps, kind: Kind, after: string): Promise<Html> => {
  const pages = await kind.list(db, after, mostUrls);
  return html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    ${pages.map((page) => html`<url><loc>${kind.url(config, page)}</loc><lastmod>${page.updated.toISOString()}</lastmod></url>`)}
  </urlset>`;
};

/** The files of a kind: none without pages, else the first and one after each full file. */
const filesOf = async ({ config, db }: Deps, name: string, { list }: Kind): Promise<string[]> => {
  const files: string[] = [];
  let last: string | undefined = '';
  while (last !== undefined) {
    const pages: Listed[] = await list(db, last, mostUrls);
    if (pages.length === 0) break;
    const after = last === '' ? '' : `?after=${encodeURIComponent(last)}`;
    files.push(`${config.deliveryUrl}/sitemaps/${name}.xml${after}`);
    last = pages.length === mostUrls ? pages.at(-1)?.key : undefined;
  }
  return files;
};

const sendXml = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8').send(text);

const rules = [
  'User-agent: *',
  ...['radio', 'people', 'shows', 'sites', 'feeds', 'images', 'embed/assets'].map((folder) => `Allow: /${folder}/`),
  'Allow: /partners',
  'Allow: /sitemap',
  'Disallow: /',
].join('\n');
