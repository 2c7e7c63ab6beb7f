import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { callPaths } from '#contract/engine/engine-calls.ts';
import { nothingToSay, type HookReply } from './carrier.ts';
import type { CloudCalls } from './cloud-calls.ts';

export type CloudServer = {
  /** Null while it isn't open. */
  readonly port: number | null;
  /** Why it isn't open; '' where it is, or needn't be. */
  readonly problem: string;
  open(): Promise<void>;
  close(): Promise<void>;
};

type Server = HttpServer | HttpsServer;
type Options = {
  cloud: Pick<CloudCalls, 'hook' | 'connect'>;
  port: number;
  tls: { cert: Buffer; key: Buffer } | undefined;
  failed(error: unknown): void;
};

const largestBody = 64 * 1024;
const mostConnections = 2000;
/** For a request with its body. */
const patienceMs = 10_000;
const closing = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * The port for cloud carriers: their requests, and the WebSockets of their calls' sound; TLS with a certificate, else plain,
 * for a proxy before it. Everything else gets an empty 404.
 */
export const createCloudServer = (options: Options): CloudServer => {
  const sounds = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: largestBody });
  let server: Server | undefined;
  let problem = '';
  return {
    get port() {
      return server ? (server.address() as AddressInfo).port : null;
    },
    get problem() {
      return problem;
    },
    async open() {
      if (server) return;
      const opening = httpServer(options, sounds);
      try {
        await new Promise<void>((resolve, reject) => opening.once('error', reject).listen(options.port, resolve));
        opening.removeAllListeners('error').on('error', options.failed);
        server = opening;
        problem = '';
      } catch (error) {
        problem = `TCP port ${options.port}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`;
      }
    },
    async close() {
      problem = '';
      const closed = server && new Promise((resolve) => server!.close(resolve));
      server?.closeAllConnections();
      server = undefined;
      for (const socket of sounds.clients) socket.terminate();
      await closed;
    },
  };
};

const httpServer = ({ cloud, tls, failed }: Options, sounds: WebSocketServer): Server => {
  const bounds = {
    requestTimeout: patienceMs,
    headersTimeout: patienceMs,
    connectionsCheckingInterval: patienceMs / 2,
  };
  const server = tls ? createTlsServer({ ...tls, ...bounds, handshakeTimeout: patienceMs }) : createServer(bounds);
  server.maxConnections = mostConnections;
  server.on('request', (request: IncomingMessage, response) => {
    void answer(cloud, request)
      .catch((error: unknown) => {
        failed(error);
        return { ...nothingToSay, status: 500 };
      })
      .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body));
  });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { path } = addressOf(request);
    const isSound = path.startsWith(callPaths.sound) && request.headers['sec-websocket-key'] !== undefined;
    const attach = isSound ? cloud.connect(path.slice(callPaths.sound.length)) : undefined;
    if (attach) sounds.handleUpgrade(request, socket, head, attach);
    else socket.end(closing);
  });
  return server;
};

const answer = async (cloud: Pick<CloudCalls, 'hook'>, request: IncomingMessage): Promise<HookReply> => {
  const { path, query } = addressOf(request);
  if (request.method !== 'POST' || !path.startsWith(callPaths.hook)) return { ...nothingToSay, status: 404 };
  const body = await readBody(request);
  if (body === undefined) return { ...nothingToSay, status: 413 };
  return await cloud.hook(path.slice(callPaths.hook.length), { query, headers: request.headers, body });
};

const addressOf = ({ url = '' }: IncomingMessage): { path: string; query: string } => {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) };
};

/** Undefined for one that is too long, or that ends early. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > largestBody) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
};
