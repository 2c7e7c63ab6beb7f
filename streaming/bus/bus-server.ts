import { createServer } from 'node:net';
import { rmSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import type { Bus, BusMessage } from './batch.ts';
import { serveRemoteBus } from './remote-bus.ts';
import { createDecoder, encodeMessage, type EngineMessage, type EdgeMessage, type WireMessage } from './wire.ts';

export type EdgeLink = { send(message: EngineMessage): void };

type Options = {
  bus: Bus;
  /** Path of the Unix socket. */
  path: string;
  received(link: EdgeLink, message: EdgeMessage): void;
  closed(link: EdgeLink): void;
  /** A consumer with more unread bytes loses batches until it has caught up. */
  maxUnread?: number;
  /** Where edges on other machines reach it; without it none do. */
  remote?: RemoteBusPort | undefined;
};

export type RemoteBusPort = {
  port: number;
  host: string;
  tls: { cert: Buffer; key: Buffer };
  token: string;
  admitMs?: number;
};

/** What is passed on to the engine; the bus itself answers `want`. A type that is missing here does not compile. */
const isForEngine: Record<EdgeMessage['type'], boolean> = {
  ...{ edge: true, events: true, listeners: true, moved: true, sessions: true, want: false },
  ...{ 'ad-wants': true, 'ad-surveys': true, 'ad-chosen': true, 'ad-closed': true, 'ad-proof': true },
  ...{ calls: true, callers: true, 'telephony-state': true },
};

export type BusServer = {
  lost(): number;
  /** The port for other machines. */
  port: number | undefined;
  stop(): Promise<void>;
};

/**
 * Serves the bus on a Unix socket, and to other machines if wanted: heads and titles first, then `told`, then every message. Batches that a slow
 * consumer does not read are dropped (it sees the gap in `seq`); heads, titles and drops never are. A consumer may
 * `want` the batches of some stations only.
 */
export async function serveBus(options: Options): Promise<BusServer> {
  const sockets = new Set<Duplex>();
  let lost = 0;
  const connected = (socket: Duplex): void => {
    sockets.add(socket);
    const write = (buffers: Buffer[]): void => {
      socket.cork();
      for (const buffer of buffers) socket.write(buffer);
      socket.uncork();
    };
    let wanted: Set<string> | undefined;
    const isWanted = (station: string): boolean => wanted === undefined || wanted.has(station);
    const unsubscribe = serveConsumer(options, socket, { write, isWanted, lost: () => lost++ });
    const link: EdgeLink = { send: (message) => write(encodeMessage(message)) };
    const decode = createDecoder((message) => {
      if (message.type === 'want') wanted = new Set(message.stations);
      if (isFromEdge(message) && isForEngine[message.type]) options.received(link, message);
    });
    socket.on('data', (chunk) => {
      try {
        decode(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      unsubscribe();
      sockets.delete(socket);
      options.closed(link);
    });
    link.send({ type: 'told' });
  };

  rmSync(options.path, { force: true });
  const server = createServer(connected);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.path, resolve));
  const remote = options.remote && (await serveRemoteBus({ ...options.remote, connected }));
  return {
    lost: () => lost,
    port: remote?.port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await remote?.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const isFromEdge = (message: WireMessage): message is EdgeMessage => Object.hasOwn(isForEngine, message.type);

type Consumer = { write(buffers: Buffer[]): void; isWanted(station: string): boolean; lost(): void };

function serveConsumer(
  { bus, maxUnread = 8 * 1024 * 1024 }: Options,
  socket: Duplex,
  { write, isWanted, lost }: Consumer,
): () => void {
  return bus.subscribe((message: BusMessage) => {
    if (socket.destroyed) return;
    if (message.type === 'batch' && !isWanted(message.batch.station)) return;
    if (message.type === 'batch' && socket.writableLength > maxUnread) return lost();
    write(encodeMessage(message));
  });
}
