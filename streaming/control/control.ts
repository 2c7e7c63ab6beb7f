import { timingSafeEqual, createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ControlError } from './control-error.ts';
import { controlRoutes, type ControlParts } from './routes.ts';

type Options = {
  port: number;
  host: string;
  /** With a certificate everything is by TLS. */
  tls?: { cert: Buffer; key: Buffer } | undefined;
  token: string;
  parts: ControlParts;
  failed(error: unknown): void;
};

/** The engine's control port (contract/engine/engine.ts): bearer token on everything but `/healthz`, JSON in and out. */
export const openControl = async (options: Options): Promise<{ port: number; stop(): Promise<void> }> => {
  const expected = digest(`Bearer ${options.token}`);
  const server = serverOf(options, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://engine');
    const isOpen = url.pathname === '/healthz';
    if (!isOpen && !timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return sendJson(response, 401, { error: 'The bearer token is missing or wrong.' });
    respond(options.parts, request, response, url).catch((error: unknown) => fail(response, error, options.failed));
  });
  // Streams of /events and long polls are idle by nature.
  server.requestTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

const serverOf = ({ tls }: Options, handle: RequestListener): Server =>
  tls ? createSecureServer({ ...tls, minVersion: 'TLSv1.3' }, handle) : createServer(handle);

const respond = async (
  parts: ControlParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> => {
  for (const route of controlRoutes) {
    const match = route.method === request.method && route.path.exec(url.pathname);
    if (!match) continue;
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    const body = route.method === 'GET' ? undefined : await readJson(request);
    const reply = await route.handle(parts, { key: match[1] ?? '', url, body, response, left: disconnected.signal });
    if (reply === 'handled') return;
    if (reply === undefined) return void response.writeHead(204).end();
    if (typeof reply === 'string') return void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(reply);
    return sendJson(response, 200, reply);
  }
  throw new ControlError(404, `There is no ${request.method} ${url.pathname}.`);
};

const bodyAtMost = 32 * 1024 * 1024;

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyAtMost) throw new ControlError(413, 'The body is too large.');
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new ControlError(400, 'The body is not JSON.');
  }
};

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
};

const fail = (response: ServerResponse, error: unknown, failed: (error: unknown) => void): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  if (error instanceof ControlError) return sendJson(response, error.status, { error: error.message });
  failed(error);
  sendJson(response, 500, { error: 'Internal error. See the engine log.' });
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
