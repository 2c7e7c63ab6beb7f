import { setTimeout as pause } from 'node:timers/promises';
import type { Duplex } from 'node:stream';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { isAcceptedType, isConvertedType } from '#streaming/ingest/content-type.ts';
import { headEnd, parseHead } from '#streaming/ingest/request-head.ts';
import type { Connection } from './connection-router.ts';
import { dialStream, proxyLine } from './pass-on.ts';

export type EngineOfMount = {
  bus: string | RemoteBus;
  /** Whether it answers and has the mount. */
  isThere: boolean;
};

type Options = {
  /** The engine that has the encoder's mount now. */
  engine(): EngineOfMount;
  /** No engine takes the connection, and nothing was answered. */
  unreachable(): void;
  /** How long an encoder waits for its mount's next engine, ms. */
  patienceMs?: number;
};

/** A killed engine is missed a moment after its connections ended. */
const noticeMs = 500;
const lookMs = 200;

/**
 * Whether an encoder's request can be made again in its name: what it sends is plain frames, into which an engine can come at any
 * point. Containers have a beginning, chunks a length, and Shoutcast 2 a challenge.
 */
export const isKeepable = (bytes: Buffer): boolean => {
  const head = parseHead(bytes.toString('latin1', 0, Math.max(0, headEnd(bytes))));
  if (!head || !['PUT', 'SOURCE'].includes(head.method)) return false;
  const type = head.headers.get('content-type') ?? '';
  return (
    isAcceptedType(type) && !isConvertedType(type) && !/chunked/i.test(head.headers.get('transfer-encoding') ?? '')
  );
};

/**
 * Passes an encoder on to the engine of its mount, and keeps its connection when that engine dies, restarts or loses the station to
 * another one: its request is made again there, and what it sends meanwhile waits in its connection. One that its engine
 * disconnected while it still has the mount is disconnected here.
 */
export const keepEncoder = (connection: Connection, options: Options): void =>
  void passOnByTurns(connection, options).catch(() => connection.socket.destroy());

const passOnByTurns = async ({ socket, bytes, address }: Connection, options: Options): Promise<void> => {
  const { engine, unreachable, patienceMs = 10_000 } = options;
  const proxied = (request: Buffer): Buffer => Buffer.concat([Buffer.from(proxyLine(address)), request]);
  const head = bytes.subarray(0, headEnd(bytes));
  socket.pause();
  let bus = engine().bus;
  let wasAccepted = false;
  for (;;) {
    const end = await passOnOnce(socket, bus, proxied(wasAccepted ? head : bytes), wasAccepted);
    if (end === 'unreachable' && !wasAccepted) return unreachable();
    wasAccepted ||= end === 'lost';
    if (socket.destroyed) return;
    const next = end === 'refused' ? undefined : await nextEngine(bus, engine, patienceMs);
    // It may have left while it waited: nobody would notice it at the next engine.
    if (next === undefined || socket.destroyed) return socket.destroySoon();
    bus = next;
  }
};

/** `refused`: the engine answered anything but 200. `lost`: it took the encoder, and the connection has ended. */
type End = 'unreachable' | 'refused' | 'lost';

/** Passes both directions on until one ends; the answer to a request that was made again is not the encoder's. */
const passOnOnce = (
  socket: Connection['socket'],
  bus: string | RemoteBus,
  request: Buffer,
  isAgain: boolean,
): Promise<End> =>
  new Promise((resolve) => {
    let isOpen = false;
    const onward: Duplex = dialStream(bus, () => {
      isOpen = true;
    });
    const answer = readAnswer(onward, (status, answered) => {
      if (!isAgain) {
        socket.write(answered);
        onward.pipe(socket, { end: false });
      } else onward.resume();
      if (status !== 200) return;
      socket.pipe(onward);
      socket.resume();
    });
    const left = (): void => void onward.destroy();
    socket.once('close', left);
    onward.write(request);
    onward.on('error', () => onward.destroy());
    onward.on('close', () => {
      socket.removeListener('close', left);
      socket.unpipe(onward);
      socket.pause();
      if (answer.status === 200) return resolve('lost');
      resolve(isOpen && answer.status !== undefined ? 'refused' : 'unreachable');
    });
  });

const mostAnswered = 8192;

/** Reads an engine's answer to a source, and what came before it, such as 100 Continue; calls `answered` once. */
const readAnswer = (
  onward: Duplex,
  answered: (status: number, bytes: Buffer) => void,
): { readonly status: number | undefined } => {
  const answer: { status: number | undefined } = { status: undefined };
  let bytes: Buffer = Buffer.alloc(0);
  const received = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const status = statusIn(bytes);
    if (status === undefined && bytes.length < mostAnswered) return;
    answer.status = status ?? 0;
    onward.removeListener('data', received);
    onward.pause();
    answered(answer.status, bytes);
  };
  onward.on('data', received);
  return answer;
};

/** The status of the first whole head that is not of an interim answer. */
const statusIn = (bytes: Buffer): number | undefined => {
  for (let rest = bytes; ;) {
    const end = headEnd(rest);
    if (end < 0) return undefined;
    const status = Number(/^HTTP\/\d\.\d (\d{3})/.exec(rest.toString('latin1', 0, 20))?.[1] ?? 0);
    if (status === 0 || status >= 200) return status;
    rest = rest.subarray(end);
  }
};

/** Waits for an engine with the mount; undefined if none has it in time, or the former one disconnected the encoder on purpose. */
const nextEngine = async (
  former: string | RemoteBus,
  engine: () => EngineOfMount,
  patienceMs: number,
): Promise<string | RemoteBus | undefined> => {
  const end = Date.now() + patienceMs;
  let wasLost = engine().bus !== former || !engine().isThere;
  for (const noticed = Date.now() + noticeMs; !wasLost && Date.now() < noticed; await pause(lookMs))
    wasLost = engine().bus !== former || !engine().isThere;
  if (!wasLost) return undefined;
  for (; Date.now() < end; await pause(lookMs)) {
    const { bus, isThere } = engine();
    if (isThere) return bus;
  }
  return undefined;
};
