import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../kernel.ts';
import { refuse } from './refuse.ts';
import { sendJson } from './reply.ts';

const patienceMs = 2000;

export type Health = {
  /** Makes `/readyz` say that this process stops, and gives load balancers these seconds to send requests elsewhere. */
  leave(seconds: number): Promise<void>;
};

/**
 * `/healthz`: this process responds. `/readyz`: so does the database, and it is not about to stop (503 if not). `/metrics`:
 * metrics in Prometheus's text format, only for this machine.
 */
export const mountHealth = (app: FastifyInstance, at: { db: Db; pool: pg.Pool }): Health => {
  let isLeaving = false;
  const requestCounts = new Map<string, number>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onResponse', (request, reply, done) => {
    const key = `method="${request.method}",status="${String(reply.statusCode)}"`;
    requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    delay.disable();
    done();
  });
  app.get('/healthz', (_request, reply) => sendJson(reply, 200, { status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await answersInTime(at.db);
    const status = isLeaving ? 'stopping' : isReady ? 'ok' : 'unavailable';
    return sendJson(reply, status === 'ok' ? 200 : 503, { status, database: isReady });
  });
  app.get('/metrics', (request, reply) => {
    if (!isFromHere(request)) refuse('request.notFound');
    return reply
      .type('text/plain; version=0.0.4')
      .send(metricsText(requestCounts, delay.percentile(99) / 1e9, at.pool));
  });
  return {
    leave: async (seconds) => {
      isLeaving = true;
      await pause(seconds * 1000);
    },
  };
};

const answersInTime = async (db: Db): Promise<boolean> => {
  const late = Promise.withResolvers<boolean>();
  // If the event loop was blocked, read a response that arrived meanwhile first.
  const timer = setTimeout(() => setImmediate(() => late.resolve(false)), patienceMs);
  const query = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([query, late.promise]);
  clearTimeout(timer);
  return isReady;
};

/** Behind an unknown proxy on this machine all clients look local; its header reveals it. */
const isFromHere = (request: FastifyRequest): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined;

const metricsText = (requestCounts: Map<string, number>, delayS: number, pool: pg.Pool): string => {
  const { user, system } = process.cpuUsage();
  const lines = [
    ['process_resident_memory_bytes', process.memoryUsage.rss()],
    ['process_cpu_seconds_total', (user + system) / 1e6],
    ['process_uptime_seconds', process.uptime()],
    ['nodejs_eventloop_delay_p99_seconds', delayS],
    ['skywave_database_connections', pool.totalCount],
    ['skywave_database_waiting', pool.waitingCount],
    ...[...requestCounts].map(([labels, count]) => [`skywave_http_responses_total{${labels}}`, count] as const),
  ] as const;
  return lines.map(([name, value]) => `${name} ${String(value)}\n`).join('');
};
