import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReleasedListener } from '#streaming/edge/listener-closing.ts';
import type { ConnectionRouter } from '#streaming/listen/connection-router.ts';
import type { EngineEdge } from './engine-edge.ts';
import type { HandOverMessage, Others } from './hand-over-messages.ts';

export type HandOver = {
  /** Another process of the edge, which is to replace this one, says something. */
  received(from: number, message: HandOverMessage): void;
  /** Another process serves the port now: it is who the rest is handed to. */
  replacedBy(id: number): void;
  /** Another process has ended. */
  ended(id: number): void;
  /** The process that was to replace this one did not: this one serves again. */
  cancel(): Promise<void>;
  /** Resolves when nothing is left here, or what is left has had its time. */
  done: Promise<void>;
};

type Side = Pick<EngineEdge, 'address' | 'edge' | 'sessions' | 'isConnected'>;

type Options = {
  engines: readonly Side[];
  router: Pick<ConnectionRouter, 'close' | 'reopen' | 'connections'>;
  others: Others;
  drainMs: number;
  /** Others serve the edge's port, and its metrics, from now on or no longer. */
  replaced(isReplaced: boolean): Promise<void>;
  failed(error: unknown): void;
};

/** Requests of connections that were accepted before are answered here, ms. */
const headsMs = 100;
/** Listeners that are between two processes at a time: each waits for all of them. */
const atOnce = 200;
const lookMs = 250;

/** A station that the next process could not get is asked for again. */
const askAgainMs = 10_000;

const keyOf = (engine: string, station: string): string => `${engine} ${station}`;

/**
 * Hands everything that can be handed to the process that replaces this one: the players of HLS, the sessions of those who may come
 * back, and each plain listener as soon as nothing more of a spot is to be sent or counted. What remains has `drainMs`.
 */
export const createHandOver = (options: Options): HandOver => {
  const { engines, router, others, drainMs, replaced, failed } = options;
  let next: number | undefined;
  /** The stations whose sound the next process has been asked for, and has. */
  let [asked, here] = [new Map<string, number>(), new Set<string>()];
  let run = 0;
  const gone = new Set<number>();
  /** The listeners that are between this process and another one. */
  let group: { to: number; left: number; over(isTaken: boolean): void } | undefined;
  let done = (): void => {};
  const ended = new Promise<void>((resolve) => (done = resolve));
  const send = (message: HandOverMessage, socket?: Socket): void => {
    if (next !== undefined) others.send(next, message, socket);
  };

  const want = (engine: Side, station: string): void => {
    asked.set(keyOf(engine.address, station), Date.now());
    send({ kind: 'want', engine: engine.address, station });
  };
  const follow = (id: number): void => {
    next = id;
    [asked, here] = [new Map(), new Set()];
  };
  const begin = (from: number): void => {
    follow(from);
    for (const engine of engines.filter((one) => one.isConnected()))
      for (const [station, listeners] of engine.edge.counts()) if (listeners > 0) want(engine, station);
    send({ kind: 'wanted' });
  };

  /** Resolves with whether all have arrived; false if the other process has ended. */
  const sendAll = (
    to: number,
    { engine, station }: { engine: string; station: string },
    listeners: readonly ReleasedListener[],
  ): Promise<boolean> =>
    new Promise((resolve) => {
      group = { to, left: listeners.length, over: resolve };
      for (const { socket, ...listener } of listeners)
        others.send(to, { kind: 'listener', engine, station, listener }, socket);
    });
  const taken = (from: number, count: number): void => {
    if (group?.to !== from) return;
    group.left -= count;
    if (group.left <= 0) group.over(true);
  };
  /** Hands over those of a station who are ready; returns how many. */
  const handStation = async ({ address: engine, edge }: Side, station: string, own: number): Promise<number> => {
    let count = 0;
    while (own === run && next !== undefined) {
      const to = next;
      const listeners = await edge.handOver(station, atOnce);
      if (listeners.length === 0) break;
      // It may have ended meanwhile.
      if (gone.has(to) || !(await sendAll(to, { engine, station }, listeners))) {
        edge.adopt(station, listeners);
        break;
      }
      // The next process has them open as well.
      for (const { socket } of listeners) socket.destroy();
      others.send(to, { kind: 'settled' });
      count += listeners.length;
    }
    return count;
  };
  const handReady = async (own: number): Promise<number> => {
    let count = 0;
    for (const engine of engines)
      for (const [station, listeners] of engine.edge.counts()) {
        if (listeners === 0) continue;
        const key = keyOf(engine.address, station);
        if (here.has(key)) count += await handStation(engine, station, own);
        else if (Date.now() - (asked.get(key) ?? 0) > askAgainMs) want(engine, station);
      }
    return count;
  };

  const replace = async (): Promise<void> => {
    const own = ++run;
    router.close();
    await replaced(true);
    await pause(headsMs);
    if (own !== run) return;
    for (const { address: engine, edge, sessions } of engines) {
      send({ kind: 'players', engine, players: edge.hls.release() });
      sessions.passAway((session, at) => send({ kind: 'away', engine, session, at }));
    }
    send({ kind: 'go' });
    const end = Date.now() + drainMs;
    const listeners = await handReady(own);
    if (own === run) others.tell({ kind: 'handed', listeners });
    while (own === run && router.connections() > 0 && Date.now() < end) {
      await pause(lookMs);
      await handReady(own);
    }
    if (own === run) done();
  };

  return {
    received(from, message) {
      if (message.kind === 'hello') return begin(from);
      if (message.kind === 'taken') taken(from, message.count);
      if (from !== next) return;
      if (message.kind === 'has') here.add(keyOf(message.engine, message.station));
      if (message.kind === 'listening') void replace().catch(failed);
    },
    replacedBy(id) {
      if (id !== next) follow(id);
    },
    ended(id) {
      gone.add(id);
      if (id === next) next = undefined;
      if (id === group?.to) group.over(false);
    },
    async cancel() {
      const wasReplaced = run > 0;
      run += 1;
      next = undefined;
      group?.over(false);
      if (!wasReplaced) return;
      for (const { sessions } of engines) sessions.passAway(undefined);
      await router.reopen();
      await replaced(false);
    },
    done: ended,
  };
};
