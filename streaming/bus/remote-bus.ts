import { createHash, timingSafeEqual } from 'node:crypto';
import { connect, createSecureServer, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/*
 * The bus between machines: the messages of the Unix socket in the two bodies of one request, `POST /bus` of HTTP/2 over
 * TLS, with the engine's token; `POST /stream` is a connection to its stream port. HTTP/2 brings flow control, pings and proxies that know it (ADR 70).
 */

/** What an edge needs to reach the bus of an engine elsewhere; `ca`: certificates to trust instead of the system's. */
export type RemoteBus = { url: string; token: string; ca?: Buffer; pingMs?: number };

type Served = {
  port: number;
  host: string;
  tls: { cert: Buffer; key: Buffer };
  token: string;
  connected(link: Duplex): void;
  /** An edge passes on the connection of a client. */
  passed(stream: Duplex): void;
  /** How long a connection may exist without an accepted request. */
  admitMs?: number;
};

const [busPath, streamPath] = ['/bus', '/stream'];
const windowBytes = 4 * 1024 * 1024;
/** A machine that was unplugged closes nothing: who does not answer a ping within this time is disconnected. */
const pingEveryMs = 3000;
const admitWithinMs = 5000;

/** Serves the bus to edges on other machines, which know the token. */
export const serveRemoteBus = async (options: Served): Promise<{ port: number; stop(): Promise<void> }> => {
  const expected = digest(`Bearer ${options.token}`);
  const sessions = new Set<Http2Session>();
  const admitted = new WeakSet<Http2Session>();
  const server = createSecureServer({ ...options.tls, settings: { initialWindowSize: windowBytes } });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => session.destroy());
    const stopPinging = keepAlive(session);
    const expiry = setTimeout(() => admitted.has(session) || session.destroy(), options.admitMs ?? admitWithinMs);
    session.on('close', () => {
      stopPinging();
      clearTimeout(expiry);
      sessions.delete(session);
    });
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => stream.destroy());
    const status = statusOf(headers, expected);
    if (status !== 200) return refuse(stream, status);
    if (stream.session) admitted.add(stream.session);
    stream.respond({ ':status': 200, 'content-type': 'application/octet-stream' });
    if (headers[':path'] === busPath) options.connected(stream);
    else options.passed(stream);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
};

type Dialled = { opened(): void; unreachable(reason: string): void };

/** Opens the bus of an engine elsewhere; the link ends with its connection. `unreachable`: why there is, or was, none. */
export const dialRemoteBus = (bus: RemoteBus, on: Dialled): Duplex => dial(bus, busPath, on);

/** Opens a connection to the stream port of an engine elsewhere, for that of a client. */
export const dialRemoteStream = (bus: RemoteBus, on: Dialled): Duplex => dial(bus, streamPath, on);

const dial = ({ url, token, ca, pingMs }: RemoteBus, path: string, on: Dialled): Duplex => {
  const session = connect(url, { ...(ca && { ca }), settings: { initialWindowSize: windowBytes } });
  const link = session.request({ ':method': 'POST', ':path': path, authorization: `Bearer ${token}` });
  const stopPinging = keepAlive(session, pingMs);
  session.on('error', (error) => link.destroy(error));
  session.on('connect', () => session.setLocalWindowSize(windowBytes));
  session.on('close', () => link.destroy());
  link.on('response', ({ ':status': status = 0 }) => {
    if (status === 200) return on.opened();
    on.unreachable(`The engine refused the edge (${status}): is its ENGINE_TOKEN the engine's?`);
    link.destroy();
  });
  link.on('error', (error: NodeJS.ErrnoException) => on.unreachable(error.message || (error.code ?? 'unknown')));
  link.on('close', () => {
    stopPinging();
    session.destroy();
  });
  return link;
};

/** Destroys the session if a ping, or the connection itself, is not answered in time. */
const keepAlive = (session: Http2Session, everyMs = pingEveryMs): (() => void) => {
  let isAnswered = true;
  const timer = setInterval(() => {
    if (!isAnswered) return session.destroy(new Error('The other side no longer answers.'));
    isAnswered = false;
    if (!session.connecting && !session.destroyed) session.ping((error) => void (isAnswered = error === null));
  }, everyMs);
  return () => clearInterval(timer);
};

const statusOf = (headers: Record<string, unknown>, expected: Buffer): number => {
  if (!timingSafeEqual(digest(String(headers['authorization'])), expected)) return 401;
  if (headers[':path'] !== busPath && headers[':path'] !== streamPath) return 404;
  return headers[':method'] === 'POST' ? 200 : 405;
};

const refuse = (stream: ServerHttp2Stream, status: number): void => {
  stream.respond({ ':status': status }, { endStream: true });
  stream.close();
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
