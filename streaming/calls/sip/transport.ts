import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { contentLength, largestMessage } from './message.ts';
import type { Peer } from './peer.ts';

export type SipPorts = { udp: number | null; tcp: number | null; tls: number | null };
export type SipTransport = {
  ports: SipPorts;
  /** Why a port isn't open; '' if all are. */
  problem: string;
  stop(): Promise<void>;
};

type Options = {
  host: string;
  port: number;
  tls: { cert: Buffer; key: Buffer; port: number } | undefined;
  /** Messages and connections from other addresses are dropped without an answer. */
  isKnown(address: string): boolean;
  stranger(): void;
  received(bytes: Buffer, peer: Peer): void;
  failed(error: unknown): void;
};

const mostConnections = 1000;
/** A connection that says nothing for so long is closed; carriers send keep-alives. */
const idleMs = 30 * 60_000;
const receiveBufferBytes = 1 << 20;

/** Listens for SIP over UDP, TCP and TLS. A port that can't be opened is named in `problem`, and the others are used. */
export async function openSipTransport(options: Options): Promise<SipTransport> {
  const problems: string[] = [];
  const tryOpen = async <T>(name: string, open: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await open();
    } catch (error) {
      problems.push(`${name}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
      return undefined;
    }
  };
  const connections = new Set<Socket>();
  const { host, port, tls } = options;
  const udp = await tryOpen(`UDP port ${port}`, () => openUdp(options));
  const serve = (protocol: 'tcp' | 'tls') => (socket: Socket) =>
    serveConnection(options, connections, protocol, socket);
  // Port 0 chooses one: TCP gets the same as UDP.
  const tcpPort = udp?.address().port ?? port;
  const tcp = await tryOpen(`TCP port ${tcpPort}`, () => listen(createServer(serve('tcp')), host, tcpPort));
  const secure =
    tls && (await tryOpen(`TLS port ${tls.port}`, () => listen(createTlsServer(tls, serve('tls')), host, tls.port)));
  const portOf = (server: Server | undefined): number | null =>
    server ? (server.address() as AddressInfo).port : null;
  return {
    ports: { udp: udp?.address().port ?? null, tcp: portOf(tcp), tls: portOf(secure) },
    problem: problems.join(', '),
    async stop() {
      for (const socket of connections) socket.destroy();
      await Promise.all([
        udp && new Promise<void>((resolve) => udp.close(resolve)),
        ...[tcp, secure].map((server) => server && new Promise((resolve) => server.close(resolve))),
      ]);
    },
  };
}

async function openUdp({ host, port, isKnown, stranger, received, failed }: Options): Promise<UdpSocket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: receiveBufferBytes });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, resolve);
  });
  socket.on('error', failed);
  socket.on('message', (bytes, { address, port: from }) => {
    if (!isKnown(address)) return stranger();
    const send = (answer: Buffer, other = from): void => {
      socket.send(answer, other, address, (error) => error && failed(error));
    };
    received(bytes, { protocol: 'udp', address, port: from, send });
  });
  return socket;
}

async function listen(server: Server, host: string, port: number): Promise<Server> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  server.maxConnections = mostConnections;
  return server;
}

function serveConnection(
  { isKnown, stranger, received }: Options,
  connections: Set<Socket>,
  protocol: 'tcp' | 'tls',
  socket: Socket,
): void {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  socket.on('error', () => socket.destroy());
  if (!isKnown(address)) {
    stranger();
    socket.destroy();
    return;
  }
  connections.add(socket);
  socket.on('close', () => connections.delete(socket));
  socket.setTimeout(idleMs, () => socket.destroy());
  const peer: Peer = { protocol, address, port: socket.remotePort ?? 0, send: (bytes) => void socket.write(bytes) };
  const split = createSplitter((bytes) => received(bytes, peer));
  socket.on('data', (chunk) => {
    if (!split(chunk)) socket.destroy();
  });
}

/** Splits a stream into messages by their Content-Length; returns false once it can't be read any more. */
export function createSplitter(receive: (message: Buffer) => void): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      // Keep-alives between messages are line ends.
      let from = 0;
      while (rest[from] === 0x0d || rest[from] === 0x0a) from++;
      rest = rest.subarray(from);
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return rest.length <= largestMessage;
      const body = contentLength(rest.toString('utf8', 0, end));
      if (body === undefined || end + 4 + body > largestMessage) return false;
      if (rest.length < end + 4 + body) return true;
      receive(rest.subarray(0, end + 4 + body));
      rest = rest.subarray(end + 4 + body);
    }
  };
}
