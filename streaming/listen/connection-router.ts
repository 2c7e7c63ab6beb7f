import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket, type SecureContextOptions } from 'node:tls';
import { plainAddress, proxyPrefix, type Trust } from './client-address.ts';
import { isUltravox } from '#streaming/ingest/source-request.ts';
import { headBytesAtMost, headEnd } from './request-head.ts';

export type Connection = {
  socket: Socket;
  /**
   * The bytes read so far: a complete head and what follows it, the first line of anything but HTTP, or the beginning
   * of Ultravox.
   */
  bytes: Buffer;
  /** The peer's IP address, or the client's that a trusted proxy reports. */
  address: string;
  secure: boolean;
};

export type ConnectionRouter = {
  port: number;
  /** Takes a connection that one of our edges passes on, with the client's address by the PROXY protocol. */
  accept(passed: Duplex): void;
  /** How many connections are open. */
  connections(): number;
  /** Accepts no more connections; those that are open stay. */
  close(): void;
  /** Accepts connections again. */
  reopen(): Promise<void>;
  /** Counts a connection as its own that another process accepted. */
  adopt(socket: Socket): void;
  stop(): Promise<void>;
};

type Options = {
  port: number;
  host?: string;
  trust: Trust;
  tls?: SecureContextOptions | undefined;
  /** Passes the connection on to its handler. */
  route(connection: Connection): void;
  headMs?: number;
};

const tlsHandshake = 0x16;
const notHttp = /^(?!(GET|HEAD|POST|PUT|SOURCE|OPTIONS|STATS|DELETE|PATCH|CONNECT|TRACE)[ \t])[^\n]*\n/i;

/**
 * Accepts connections on the stream port and passes each on with its first request: plain or, with a certificate, TLS
 * on the same port. A head may have 8 KB and take 10 s; the PROXY protocol is accepted from trusted peers only.
 */
export const openConnectionRouter = async (options: Options): Promise<ConnectionRouter> => {
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const secureContext = options.tls && createSecureContext(options.tls);
  const startTls: StartTls = (socket, bytes, address) => {
    if (!secureContext) return socket.destroy();
    socket.pause();
    socket.unshift(bytes);
    const wrapped = new TLSSocket(socket, { isServer: true, secureContext });
    track(wrapped);
    awaitHead(options, wrapped, address, undefined);
  };
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    track(socket);
    awaitHead(options, socket, plainAddress(socket.remoteAddress), startTls);
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    accept(passed) {
      const socket = asSocket(passed);
      track(socket);
      awaitHead({ ...options, trust: () => true }, socket, '', () => socket.destroy());
    },
    connections: () => sockets.size,
    close: () => void server.close(),
    reopen: () => listen(server, { ...options, port }),
    adopt: track,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A stream of HTTP/2 with the one method of sockets that it lacks and that encoders' handlers call. */
const asSocket = (passed: Duplex): Socket => {
  const socket = passed as Socket;
  if (!('setNoDelay' in passed)) socket.setNoDelay = () => socket;
  return socket;
};

const listen = (server: Server, { port, host }: Options): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    // A whole audience may reconnect at once.
    server.listen({ port, host, backlog: 4096 }, resolve);
  });

type StartTls = (socket: Socket, bytes: Buffer, address: string) => void;

const awaitHead = (options: Options, socket: Socket, peer: string, startTls: StartTls | undefined): void => {
  let bytes: Buffer = Buffer.alloc(0);
  let address = peer;
  let awaitsProxy = startTls !== undefined && options.trust(peer);
  const timer = setTimeout(() => refuseHead(socket, '408 Request Timeout'), options.headMs ?? 10_000);
  const stop = (): void => {
    clearTimeout(timer);
    socket.off('data', receive);
  };
  const readProxyPrefix = (): boolean => {
    const prefix = proxyPrefix(bytes);
    if (prefix === 'more') return false;
    awaitsProxy = false;
    address = plainAddress(prefix?.address ?? address);
    bytes = bytes.subarray(prefix?.length ?? 0);
    // Encoder handlers need the client's address too.
    Object.defineProperty(socket, 'remoteAddress', { value: address, configurable: true });
    return bytes.length > 0;
  };
  const receive = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    if (awaitsProxy && !readProxyPrefix()) return;
    if (startTls && bytes[0] === tlsHandshake) {
      stop();
      return startTls(socket, bytes, address);
    }
    if (isUltravox(bytes) || headEnd(bytes) >= 0 || notHttp.test(bytes.toString('latin1', 0, 256))) {
      stop();
      return options.route({ socket, bytes, address, secure: startTls === undefined });
    }
    if (bytes.length <= headBytesAtMost) return;
    stop();
    refuseHead(socket, '431 Request Header Fields Too Large');
  };
  socket.on('data', receive);
  socket.on('close', stop);
};

const refuseHead = (socket: Socket, status: string): void => {
  socket.end(`HTTP/1.0 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.setTimeout(1000, () => socket.destroy());
};
