import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import { PeerQuestion, type NodeInfo } from '#contract/engine/engine-node.ts';
import { StationDesired, SyncRequest, type StationState } from '#contract/engine/engine.ts';
import { freePort } from './free-port.ts';

/** As the engine's: a portal that hears nothing for 45 s counts the connection as lost. */
const heartbeatMs = 15_000;

/**
 * A fake of the engine's control port (contract/engine/engine.ts), for what a real engine can't do on demand: be down at a
 * chosen time, lose state, respond late. `asked` lists its requests in order.
 */
export const testEngine = async (token: string) => {
  const stations = new Map<string, StationDesired>();
  const node: NodeInfo = { installation: randomUUID(), version: '1.0.0', capacity: 1000 };
  const asked: string[] = [];
  const reached = new Set<string>();
  const commands: { line: string; body: unknown }[] = [];
  let commandRefusal: string | undefined;
  const listeners = new Set<ServerResponse>();
  const waiting = new Set<() => void>();

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    const body = await text(request);
    if (line === 'GET /healthz') {
      asked.push(line);
      return void reply.end('{}');
    }
    if (request.headers.authorization !== `Bearer ${token}`) return void reply.writeHead(401).end();
    if (line === 'POST /peers') {
      asked.push(line);
      const { url } = z.parse(PeerQuestion, JSON.parse(body));
      return void reply.end(JSON.stringify({ reached: reached.has(url) }));
    }
    if (line === 'GET /node') return void reply.end(JSON.stringify(node));
    if (line === 'GET /sessions?limit=1') return void reply.end('{"sessions":[],"total":0}');
    // What concerns all calls is sent at every connection; no test of stations is about it.
    if (line === 'PUT /telephony') return void reply.writeHead(204).end();
    if (line === 'GET /events') {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      listeners.add(reply);
      const heartbeat = setInterval(() => reply.write(': alive\n\n'), heartbeatMs);
      reply.on('close', () => {
        clearInterval(heartbeat);
        listeners.delete(reply);
      });
    } else if (/^\w+ \/stations\/[\w-]+\/(skip|queue|stop|bar)\b/.test(line)) {
      commands.push({ line, body: body === '' ? undefined : JSON.parse(body) });
      const station = stations.get(line.split('/')[2] ?? '');
      if (commandRefusal !== undefined) reply.writeHead(409).end(JSON.stringify({ error: commandRefusal }));
      else if (station) reply.end(JSON.stringify(stateOf(station)));
      else reply.writeHead(404).end();
    } else replyTo(line, body, reply, stations);
    asked.push(line);
  };
  const server = createServer((request, reply) => {
    void answer(request, reply).finally(() => waiting.forEach((wake) => wake()));
  });
  /** Resolves as soon as the condition holds; checked after every request. */
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  // One that nobody else gets while the engine is away.
  const port = await freePort();
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();

  return {
    url: `http://127.0.0.1:${String(port)}`,
    stations,
    asked,
    /** The URLs of other engines that it says it reaches. */
    reached,
    /** The commands of contract/engine/engine-air.ts that it received. */
    commands,
    /** Refuses commands with this text from now on. */
    refuseCommands: (text: string | undefined) => void (commandRefusal = text),
    until,
    /** Resolves once a portal follows its events: what it tells before is lost. */
    followed: () => until(() => listeners.size > 0),
    tell: (state: StationState) => {
      for (const reply of listeners) reply.write(`event: state\ndata: ${JSON.stringify(state)}\n\n`);
    },
    /** Says where a station's Auto DJ is. */
    tellPosition: (station: StationDesired['key'], position: AutoDjPosition) => {
      for (const reply of listeners)
        reply.write(`event: positions\ndata: ${JSON.stringify({ positions: [{ station, position }] })}\n\n`);
    },
    /** Simulates an outage: breaks connections and accepts none. */
    leave: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    comeBack: listen,
  };
};

export type TestEngine = Awaited<ReturnType<typeof testEngine>>;

/** The state of a station just after it was sent, in the test engine. */
export const stateOf = (station: StationDesired): StationState => ({
  key: station.key,
  revision: station.revision,
  status: station.running ? 'active' : 'inactive',
  source: station.running && station.autodj.items.length > 0 ? 'autodj' : 'none',
  encoder: null,
  title: '',
  track: (station.running && station.autodj.items[0]) || null,
  track_started: null,
  listeners: 0,
  clock_ms: 0,
});

const replyTo = (line: string, body: string, reply: ServerResponse, stations: Map<string, StationDesired>): void => {
  const [method, path = ''] = line.replace(/\?.*/, '').split(' ');
  const key = path.split('/')[2] ?? '';
  const station = stations.get(key);
  if (line === 'POST /stations/sync') {
    const wanted = new Map(z.parse(SyncRequest, JSON.parse(body)).stations.map((one) => [one.key as string, one]));
    const removed = [...stations.keys()].filter((known) => !wanted.has(known));
    for (const known of removed) stations.delete(known);
    const send = [...wanted.values()].filter((one) => stations.get(one.key)?.revision !== one.revision);
    reply.end(JSON.stringify({ send: send.map((one) => one.key), removed }));
  } else if (method === 'PUT') {
    const desired = z.parse(StationDesired, JSON.parse(body));
    const isOld = (station?.revision ?? 0) > desired.revision;
    if (!isOld) stations.set(key, desired);
    reply.writeHead(isOld ? 409 : 204).end();
  } else if (!station) reply.writeHead(404).end();
  else if (method === 'GET') reply.end(JSON.stringify(stateOf(station)));
  else {
    if (method === 'DELETE') stations.delete(key);
    reply.writeHead(204).end();
  }
};
