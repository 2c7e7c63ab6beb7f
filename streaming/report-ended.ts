import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createBus } from '#streaming/bus/bus.ts';
import { connectBus, type BusClient } from '#streaming/bus/bus-client.ts';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { openSessionJournal } from '#streaming/edge/session-journal.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { createAckWaiter, deliverBatches } from '#streaming/spool/deliver-batches.ts';
import { createSpool } from '#streaming/spool/spool.ts';
import { folderOf, type EdgeFolders } from './edge-folders.ts';

/** The portal asks for leases back that a process held which has ended. */
const answersLeasesMs = 120_000;

type Failed = (error: unknown) => void;
type Options = {
  /** Undefined: other processes have none. */
  folders: EdgeFolders | undefined;
  buses: readonly (string | RemoteBus)[];
  failed: Failed;
};

/** Reports what other processes of the edge left that have ended: at `start`, until `stop`, which leaves their folders to the next process. */
export const createEndedReports = ({ folders, buses, failed }: Options): { start(): void; stop(): void } => {
  let ending = new AbortController();
  const reportAll = async (signal: AbortSignal): Promise<void> => {
    for (const { path, unlock } of (await folders?.takeEnded()) ?? []) {
      const reports = buses.map((bus, at) => reportEnded(folderOf(path, bus, at), bus, { signal, failed }));
      void Promise.all(reports).catch(failed).finally(unlock);
    }
  };
  return {
    start() {
      if (ending.signal.aborted) ending = new AbortController();
      reportAll(ending.signal).catch(failed);
    },
    stop: () => ending.abort(),
  };
};

/**
 * Reports to an engine what an edge process that has ended left in its folder: its events, and the ends of sessions that it could not
 * write. Then gives back its leases as long as the portal may ask for them. Resolves when that is over, or when it is aborted.
 */
const reportEnded = async (
  folder: string,
  engineBus: string | RemoteBus,
  { signal, failed }: { signal: AbortSignal; failed: Failed },
): Promise<void> => {
  if (signal.aborted || !existsSync(join(folder, 'spool'))) return;
  const spool = createSpool({ folder: join(folder, 'spool'), failed, gatherMs: 0 });
  const journal = openSessionJournal(join(folder, 'sessions'), failed);
  createSessions({ journal, append: spool.append, hasSlice: spool.hasSlice, awayMs: 0 }).stop();

  const acked = createAckWaiter();
  const closed = async (leases: string[]): Promise<void> => {
    await spool.acknowledged();
    client.send({ type: 'ad-closed', leases });
  };
  const client: BusClient = connectBus({
    path: engineBus,
    bus: createBus(failed),
    connected() {
      client.send({ type: 'edge', edge: spool.engine, run: randomUUID() });
      acked.notify(0);
    },
    received(message) {
      if (message.type === 'acked') acked.notify(message.batch);
      if (message.type === 'ad-close') void closed(message.leases);
    },
  });
  const send = (batch: number, events: unknown[]): void => client.send({ type: 'events', batch, events });
  const ending = new AbortController();
  const delivery = deliverBatches(spool, { send, acked, failed }, ending.signal);
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  await Promise.race([spool.acknowledged(), aborted]);
  await pause(answersLeasesMs, undefined, { signal }).catch(() => undefined);
  ending.abort();
  await delivery;
  client.stop();
  spool.stop();
};
