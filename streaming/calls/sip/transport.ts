import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { contentLength, largestMessage } from './message.ts';
import type { Peer } from './peer.ts';

export type SipPorts = { udp: number | null; tcp: number | null; tls: number | null };
export type SipTransport = {
  readonly ports: SipPorts;
  /** Why a port isn't open; '' if all are. */
  readonly problem: string;
  /** Opens the ports at this address that aren't open yet; those of another address are closed first. */
  listenAt(host: string): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
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
/** A connection that leaves more of our messages unread than this is closed. */
const mostUnread = 1 << 20;
const receiveBufferBytes = 1 << 20;
const attemptsAtMost = 10;

/** SIP over UDP, TCP and TLS. A port that can't be opened is named in `problem`, and the others are used. */
export const createSipTransport = (options: Options): SipTransport => {
  const { port, tls } = options;
  const connections = new Set<Socket>();
  let at: string | undefined;
  let udp: UdpSocket | undefined;
  let tcp: Server | undefined;
  let secure: Server | undefined;
  let problems: string[] = [];
  const portOf = (server: Server | undefined): number | null =>
    server ? (server.address() as AddressInfo).port : null;
  const tryOpen = async <T>(name: string, open: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await open();
    } catch (error) {
      problems.push(`${name}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
      return undefined;
    }
  };
  // By the socket that is open then, also for a call that began on an earlier one.
  const sendUdp = (bytes: Buffer, to: number, address: string): void =>
    udp?.send(bytes, to, address, (error) => error && options.failed(error));
  const close = async (): Promise<void> => {
    const [socket, servers] = [udp, [tcp, secure]];
    [udp, tcp, secure] = [undefined, undefined, undefined];
    for (const connection of connections) connection.destroy();
    await Promise.all([
      socket && new Promise<void>((resolve) => socket.close(resolve)),
      ...servers.map((server) => server && new Promise((resolve) => server.close(resolve))),
    ]);
  };
  return {
    get ports() {
      return { udp: udp?.address().port ?? null, tcp: portOf(tcp), tls: portOf(secure) };
    },
    get problem() {
      return problems.join(', ');
    },
    async listenAt(host) {
      if (at !== host) await close();
      at = host;
      for (let attempt = 1; attempt <= attemptsAtMost; attempt++) {
        problems = [];
        udp ??= await tryOpen(`UDP port ${port}`, () => openUdp(options, host, sendUdp));
        // Port 0 chooses one: TCP gets the same as UDP, unless another program has it, and then both another one.
        const tcpPort = udp?.address().port ?? port;
        tcp ??= await tryOpen(`TCP port ${tcpPort}`, () => listen(tcpServer(options, connections), host, tcpPort));
        if (tcp || port !== 0 || attempt === attemptsAtMost) break;
        await close();
      }
      if (tls)
        secure ??= await tryOpen(`TLS port ${tls.port}`, () =>
          listen(tlsServer(options, connections, tls), host, tls.port),
        );
    },
    stop: close,
  };
};

const openUdp = async (
  { port, isKnown, stranger, received, failed }: Options,
  host: string,
  sendUdp: (bytes: Buffer, port: number, address: string) => void,
): Promise<UdpSocket> => {
  const socket = createSocket({ type: 'udp4', recvBufferSize: receiveBufferBytes });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, host, resolve);
  });
  socket.removeAllListeners('error').on('error', failed);
  socket.on('message', (bytes, { address, port: from }) => {
    if (!isKnown(address)) return stranger();
    const send = (answer: Buffer, other = from): void => sendUdp(answer, other, address);
    received(bytes, { protocol: 'udp', address, port: from, send });
  });
  return socket;
};

const listen = async (server: Server, host: string, port: number): Promise<Server> => {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  server.maxConnections = mostConnections;
  return server;
};

type Connections = Set<Socket>;

const tcpServer = (options: Options, connections: Connections): Server =>
  createServer((socket) => {
    if (isAdmitted(options, connections, socket)) readConnection(options, 'tcp', socket);
  });

/** Strangers are disconnected before the handshake, which costs more than they are worth. */
const tlsServer = (options: Options, connections: Connections, tls: { cert: Buffer; key: Buffer }): Server => {
  const handshakes = createTlsServer(tls, (socket) => readConnection(options, 'tls', socket));
  return createServer((socket) => {
    if (isAdmitted(options, connections, socket)) handshakes.emit('connection', socket);
  });
};

const isAdmitted = ({ isKnown, stranger }: Options, connections: Connections, socket: Socket): boolean => {
  socket.on('error', () => socket.destroy());
  if (!isKnown(addressOf(socket))) {
    stranger();
    socket.destroy();
    return false;
  }
  connections.add(socket);
  socket.on('close', () => connections.delete(socket));
  return true;
};

const readConnection = ({ received }: Options, protocol: 'tcp' | 'tls', socket: Socket): void => {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(idleMs, () => socket.destroy());
  const send = (bytes: Buffer): void => {
    if (socket.writableLength > mostUnread) socket.destroy();
    else if (socket.writable) socket.write(bytes);
  };
  const peer: Peer = { protocol, address: addressOf(socket), port: socket.remotePort ?? 0, send };
  const split = createSplitter((bytes) => received(bytes, peer));
  socket.on('data', (chunk) => {
    if (!split(chunk)) socket.destroy();
  });
};

const addressOf = (socket: Socket): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

/** Splits a stream into messages by their Content-Length; returns false once it can't be read any more. */
export const createSplitter = (receive: (message: Buffer) => void): ((chunk: Buffer) => boolean) => {
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
};
