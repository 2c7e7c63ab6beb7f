import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './refuse.ts';

/** First path segments that are never a page of the SPA: an unknown URL below them is 404. */
const bases = new Set(
  'v1 media calls realms feeds episodes images shows radio people sites internal live ingest tus embed assets docs openapi.json healthz readyz metrics .well-known'.split(
    ' ',
  ),
);
const oneYear = 'public, max-age=31536000, immutable';

/**
 * Serves the built SPA from `folder`: hashed assets with unlimited caching, in an encoding that the browser accepts,
 * and its document (with this request's nonce, and the public configuration) for every page. Switches to a new build as
 * soon as its document exists. Without a build it says so.
 */
export const serveSpa = async (
  app: FastifyInstance,
  folder: string,
  config: () => Promise<object> = () => Promise.resolve({}),
): Promise<void> => {
  const latest = await buildsIn(folder);
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') refuse('request.notFound');
    const { files, page } = await latest();
    const file = files.get(path);
    if (file !== undefined && path !== '/index.html') return sendFile(request, reply, path, file, files);
    if (bases.has(path.split('/')[1] ?? '')) refuse('request.notFound');
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    // The URL is a secret: it must not get into search engines, or to other sites as a referrer.
    if (path.startsWith('/shared/'))
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
    if (page === undefined) return reply.code(503).send(notBuilt);
    // Without the configuration, the page requests it, and reports its failure.
    const json = await config().then(jsonInHtml, () => '');
    return reply.send(page.replaceAll('__CSP_NONCE__', request.nonce).replace('__CONFIG__', () => json));
  });
};

/** JSON that can't end the script element around it. */
const jsonInHtml = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

type Build = { stamp: string; files: Map<string, string>; page: string | undefined };

/** The newest complete build at each call; the previous one while it is being replaced. */
const buildsIn = async (folder: string): Promise<() => Promise<Build>> => {
  const document = join(folder, 'index.html');
  const stampOf = async (): Promise<string> => {
    const found = await stat(document).catch(() => undefined);
    return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
  };
  const read = async (stamp: string): Promise<Build> => ({
    stamp,
    files: await filesIn(folder),
    page: await readFile(document, 'utf8').catch(() => undefined),
  });
  let build = await read(await stampOf());
  return async () => {
    const stamp = await stampOf();
    if (stamp !== '' && stamp !== build.stamp) build = await read(stamp);
    return build;
  };
};

const notBuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built</title><h1>The portal’s pages are not built</h1>' +
  '<p>Run <code>npm start</code>, or <code>npx vite build</code> and start the portal again.</p></html>';

const pathOf = (request: FastifyRequest): string => {
  try {
    return decodeURIComponent(new URL(request.url, 'http://portal').pathname);
  } catch {
    return refuse('request.notFound');
  }
};

/** URL path → file path of all files in the build; only these can be requested. */
const filesIn = async (folder: string): Promise<Map<string, string>> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [`/${relative(folder, path).split(sep).join('/')}`, path]));
};

const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  file: string,
  files: Map<string, string>,
): Promise<unknown> => {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) && files.has(`${path}.br`) ? 'br' : 'gzip';
  const compressed = files.get(`${path}.${encoding === 'br' ? 'br' : 'gz'}`);
  const isCompressed = compressed !== undefined && accepted.includes(encoding);
  const sent = isCompressed ? compressed : file;
  // Removed with a build that is being replaced.
  const { size, mtimeMs } = await stat(sent).catch(() => refuse('request.notFound'));
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  reply
    .header('cache-control', path.startsWith('/assets/') ? oneYear : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', etag)
    .type(types[extname(path)] ?? 'application/octet-stream');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (isCompressed) reply.header('content-encoding', encoding);
  reply.header('content-length', size);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(sent));
};

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
