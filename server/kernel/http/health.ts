import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../kernel.ts';
import { sendJson } from './reply.ts';

const patienceMs = 2000;

export type Health = {
  /** Makes `/readyz` say that this process stops, and gives load balancers these seconds to send requests elsewhere. */
  leave(seconds: number): Promise<void>;
};

/** `/healthz`: this process responds. `/readyz`: so does the database, and it is not about to stop (503 if not). */
export const mountHealth = (app: FastifyInstance, { db }: { db: Db }): Health => {
  let isLeaving = false;
  app.get('/healthz', (_request, reply) => sendJson(reply, 200, { status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await answersInTime(db);
    const status = isLeaving ? 'stopping' : isReady ? 'ok' : 'unavailable';
    return sendJson(reply, status === 'ok' ? 200 : 503, { status, database: isReady });
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
