import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { rmSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import type { Bus, BusConsumer, BusMessage } from './batch.ts';
import { serveRemoteBus } from './remote-bus.ts';
import { createDecoder, encodeMessage, type EngineMessage, type EdgeMessage, type WireMessage } from './wire.ts';

export type EdgeLink = { send(message: EngineMessage): void };

type Options = {
  bus: Bus;
  /** Path of the Unix socket. */
  path: string;
  received(link: EdgeLink, message: EdgeMessage): void;
  closed(link: EdgeLink): void;
  /** An edge passes on the connection of a client, which begins with the PROXY protocol. */
  passed?(stream: Duplex): void;
  /** The latest sound of a station, after batch `after` where it is known, for a consumer that begins with it. */
  recent?(station: string, after: number | undefined): BusMessage[];
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

/** What is passed on to the engine; the bus itself answers what is wanted of it. A type that is missing here does not compile. */
const isForEngine: Record<EdgeMessage['type'], boolean> = {
  ...{ edge: true, events: true, listeners: true, moved: true, sessions: true },
  ...{ want: false, unwant: false },
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
 * Serves the bus on a Unix socket, and to other machines if wanted: heads and titles first, then `told`, then every message: of the sound, only
 * that of the stations that the consumer wants. Batches that a slow consumer does not read are dropped (it sees the gap in
 * `seq`); heads, titles and drops never are.
 */
export const serveBus = async (options: Options): Promise<BusServer> => {
  const sockets = new Set<Duplex>();
  const run = randomUUID();
  let lost = 0;
  const connected = (socket: Duplex): void => {
    sockets.add(socket);
    const write = (buffers: Buffer[]): void => {
      socket.cork();
      for (const buffer of buffers) socket.write(buffer);
      socket.uncork();
    };
    const wanted = new Set<string>();
    const consume = createConsumer(options, socket, { write, wanted, lost: () => lost++ });
    const unsubscribe = options.bus.subscribe(consume);
    const link: EdgeLink = { send: (message) => write(encodeMessage(message)) };
    const answer = ({ ask, stations, recent }: Extract<EdgeMessage, { type: 'want' }>): void => {
      link.send({ type: 'recent', ask });
      for (const station of stations) {
        wanted.add(station);
        const after = recent?.run === run ? recent.after[station] : undefined;
        if (recent) options.recent?.(station, after).forEach(consume);
      }
      link.send({ type: 'wanted', ask });
    };
    const decode = createDecoder((message) => {
      if (message.type === 'want') answer(message);
      if (message.type === 'unwant') for (const station of message.stations) wanted.delete(station);
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
    link.send({ type: 'told', run });
  };

  const server = await listenAt(options.path, connected);
  const passed = (stream: Duplex): void => {
    if (options.passed) options.passed(stream);
    else stream.destroy();
  };
  const streams = await listenAt(streamsOf(options.path), passed);
  const remote = options.remote && (await serveRemoteBus({ ...options.remote, connected, passed }));
  return {
    lost: () => lost,
    port: remote?.port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await remote?.stop();
      await Promise.all([server, streams].map((one) => new Promise((resolve) => one.close(resolve))));
    },
  };
};

/** Where an edge on this machine passes on connections of clients, beside the bus. */
export const streamsOf = (path: string): string => `${path}.streams`;

const listenAt = async (path: string, connected: (socket: Socket) => void): Promise<Server> => {
  rmSync(path, { force: true });
  const server = createServer(connected);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return server;
};

const isFromEdge = (message: WireMessage): message is EdgeMessage => Object.hasOwn(isForEngine, message.type);

type Consumer = { write(buffers: Buffer[]): void; wanted: ReadonlySet<string>; lost(): void };

const createConsumer =
  ({ maxUnread = 8 * 1024 * 1024 }: Options, socket: Duplex, { write, wanted, lost }: Consumer): BusConsumer =>
  (message) => {
    if (socket.destroyed) return;
    if (message.type === 'batch') {
      if (!wanted.has(message.batch.station)) return;
      if (socket.writableLength > maxUnread) return lost();
    }
    if ((message.type === 'break' || message.type === 'resume') && !wanted.has(message.station)) return;
    write(encodeMessage(message));
  };
