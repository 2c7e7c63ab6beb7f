import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/kernel/config.ts';
import { html, type Html } from './html.ts';

/** The largest frame that a site wants; Infinity without a limit. */
export type FrameLimit = { width: number; height: number };

/** The oEmbed 1.0 document of a public page of this portal; undefined if the page isn't of this kind, or not public. */
export type OembedSource = (page: URL, limit: FrameLimit) => Promise<Record<string, unknown> | undefined>;

type Deps = { config: Pick<Config, 'deliveryUrl' | 'publicUrl'> };

/** `/oembed`: what to embed for a URL of this portal, as the first of the sources knows it. */
export const mountOembed = (app: FastifyInstance, deps: Deps, sources: readonly OembedSource[]): void => {
  app.route<{ Querystring: { url?: string; format?: string; maxwidth?: string; maxheight?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/oembed',
    handler: async (request, reply) => {
      const { url = '', format = 'json', maxwidth, maxheight } = request.query;
      reply.header('access-control-allow-origin', '*');
      if (format !== 'json' && format !== 'xml')
        return reply.code(501).send({ error: 'Only JSON and XML are supported.' });
      const found = await firstOf(sources, ownUrl(deps, url), { width: limitOf(maxwidth), height: limitOf(maxheight) });
      if (!found) return reply.code(404).send({ error: 'There is nothing to embed at this URL.' });
      reply.header('cache-control', 'public, max-age=300');
      return format === 'json' ? reply.send(found) : reply.type('text/xml; charset=utf-8').send(asXml(found));
    },
  });
};

/** The document as XML, with an element for each value. */
const asXml = (found: Record<string, unknown>): string => {
  const elements = Object.entries(found).map(
    ([name, value]) => `<${name}>${html`${String(value).replace(noXml, '')}`.html}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
};

/** Characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex
const noXml = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** The oEmbed discovery link of a page. */
export const oembedLink = ({ config }: { config: Pick<Config, 'deliveryUrl'> }, url: string): Html =>
  html`<link
    rel="alternate"
    type="application/json+oembed"
    href="${config.deliveryUrl}/oembed?url=${encodeURIComponent(url)}&format=json"
  />`;

const firstOf = async (
  sources: readonly OembedSource[],
  url: URL | undefined,
  limit: FrameLimit,
): Promise<Record<string, unknown> | undefined> => {
  if (!url) return undefined;
  for (const source of sources) {
    const found = await source(url, limit);
    if (found) return found;
  }
  return undefined;
};

const ownUrl = ({ config }: Deps, text: string): URL | undefined => {
  const url = URL.parse(text);
  const own = [config.deliveryUrl, config.publicUrl].map((base) => new URL(base).host);
  return url && own.includes(url.host) ? url : undefined;
};

const limitOf = (text: string | undefined): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : Infinity);
