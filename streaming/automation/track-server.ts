import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What one Liquidsoap process exchanges with the engine: only file paths, never user input. */
export type TrackClient = {
  /** The next file to play; undefined when there is none. */
  next(): Promise<string | undefined>;
  /** The file that has started to play. */
  started(path: string): void;
};

export type TrackServer = {
  readonly url: string;
  /** Registers a client under a token of its own, until `leave` is called. */
  register(visitor: TrackClient): { token: string; leave(): void };
  stop(): void;
};

const longestPath = 4096;

/** A loopback HTTP server that names the next track to every Liquidsoap process of this engine. */
export const startTrackServer = async (failed: (error: unknown) => void): Promise<TrackServer> => {
  const visitors = new Map<string, TrackClient>();
  const server = createServer((request, response) => {
    answer(visitors, request, response).catch((error: unknown) => {
      failed(error);
      response.destroy();
    });
  });
  server.unref();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    register(visitor) {
      const token = randomBytes(24).toString('base64url');
      visitors.set(token, visitor);
      return { token, leave: () => void visitors.delete(token) };
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
};

const answer = async (
  visitors: Map<string, TrackClient>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const visitor = visitors.get(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  if (!visitor) return void response.writeHead(401).end();
  if (request.url === '/alive') return void response.writeHead(204).end();
  if (request.url === '/next' && request.method === 'GET') {
    const path = await visitor.next();
    return void response.writeHead(path === undefined ? 204 : 200).end(path);
  }
  if (request.url !== '/began' || request.method !== 'POST') return void response.writeHead(404).end();
  let body = '';
  for await (const bytes of request) {
    body += String(bytes);
    if (body.length > longestPath) return void response.writeHead(413).end();
  }
  visitor.started(body);
  response.writeHead(204).end();
};
