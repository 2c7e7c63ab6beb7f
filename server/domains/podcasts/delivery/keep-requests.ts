import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Kernel } from '#server/kernel/kernel.ts';
import { keepBatch } from './request-batches.repo.ts';
import { requestLog, type RequestLog } from './request-log.ts';
import { joinSlices, type DeliveredSlice } from './slices.ts';

/** Slices on disk, in numbered batches that are handed out until they are acknowledged (streaming/spool). */
export type RequestSpool = {
  /** Names the spool: with a batch's number, its name for good. */
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
 * Keeps what requests got: on this disk before anybody waits for it, and from there, batch by batch, in the database,
 * where it is counted. Nothing is lost while the database is away, and no batch is taken twice.
 */
export const keepRequests = (
  app: FastifyInstance,
  deps: Pick<Kernel, 'db' | 'log'> & { openSpool: OpenRequestSpool },
): { log: RequestLog } => {
  const stopping = new AbortController();
  let spool: RequestSpool | undefined;
  let carrying: Promise<void> | undefined;
  // Only who listens has requests: a worker leaves the portal's folder alone.
  app.addHook('onListen', (done) => {
    spool = deps.openSpool();
    carrying = carryUntil(deps, spool, stopping.signal);
    done();
  });
  const log = requestLog((slices) => spool?.append(slices));
  app.addHook('onClose', async () => {
    log.stop();
    stopping.abort();
    await carrying;
    spool?.stop();
  });
  return { log };
};

const carryUntil = async (
  { db, log }: Pick<Kernel, 'db' | 'log'>,
  spool: RequestSpool,
  stopped: AbortSignal,
): Promise<void> => {
  let failures = 0;
  while (!stopped.aborted) {
    try {
      const batch = await spool.next(waitMs, stopped);
      if (!batch) continue;
      await keepBatch(db, { source: spool.engine, batch: batch.batch, slices: joinSlices(batch.events) });
      spool.acknowledge(batch.batch);
      failures = 0;
    } catch (error) {
      if (stopped.aborted) return;
      if (failures === 0) log.warn({ err: error }, 'downloads could not be taken down; it is tried again');
      await pause(Math.min(500 * 2 ** failures++, slowestRetryMs), undefined, { signal: stopped }).catch(
        () => undefined,
      );
    }
  }
};
