import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Kernel } from '#server/kernel/kernel.ts';
import { storeBatch } from './request-batches.repo.ts';
import { requestLog, type RequestLog } from './request-log.ts';
import { joinSlices, type DeliveredSlice } from './slices.ts';

/** Slices on disk, in numbered batches that are delivered until they are acknowledged (streaming/spool). */
export type RequestSpool = {
  /** Id of the spool; with a batch's number it identifies the batch permanently. */
  engine: string;
  append(slices: readonly DeliveredSlice[]): void;
  next(waitMs: number, signal?: AbortSignal): Promise<{ batch: number; events: DeliveredSlice[] } | undefined>;
  acknowledge(batch: number): void;
  stop(): void;
};
export type OpenRequestSpool = () => RequestSpool;

const waitMs = 20_000;
const slowestRetryMs = 15_000;

/**
 * Records which bytes requests got: first in a spool on local disk, then batch by batch in the database, where they are
 * counted. Nothing is lost while the database is down, and no batch is stored twice.
 */
export const recordRequests = (
  app: FastifyInstance,
  deps: Pick<Kernel, 'db' | 'log' | 'clock'> & { openSpool: OpenRequestSpool },
): { log: RequestLog } => {
  const stopping = new AbortController();
  let spool: RequestSpool | undefined;
  let forwarding: Promise<void> | undefined;
  // Only a listening process has requests; a worker must not open the portal's spool folder.
  app.addHook('onListen', (done) => {
    spool = deps.openSpool();
    forwarding = forwardUntil(deps, spool, stopping.signal);
    done();
  });
  const log = requestLog(deps.clock, (slices) => spool?.append(slices));
  app.addHook('onClose', async () => {
    log.stop();
    stopping.abort();
    await forwarding;
    spool?.stop();
  });
  return { log };
};

const forwardUntil = async (
  { db, log }: Pick<Kernel, 'db' | 'log'>,
  spool: RequestSpool,
  stopped: AbortSignal,
): Promise<void> => {
  let failures = 0;
  while (!stopped.aborted) {
    try {
      const batch = await spool.next(waitMs, stopped);
      if (!batch) continue;
      await storeBatch(db, { source: spool.engine, batch: batch.batch, slices: joinSlices(batch.events) });
      spool.acknowledge(batch.batch);
      failures = 0;
    } catch (error) {
      if (stopped.aborted) return;
      if (failures === 0) log.warn({ err: error }, 'could not store downloads; retrying');
      await pause(Math.min(500 * 2 ** failures++, slowestRetryMs), undefined, { signal: stopped }).catch(
        () => undefined,
      );
    }
  }
};
