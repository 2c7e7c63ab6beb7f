import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { userAgentOf, type Brand } from '#contract/rules/brand.ts';
import { signedTokens } from './auth/tokens.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { connectDatabases, directDatabase } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { createHooks } from './events/hooks.ts';
import { databaseOutbox, type Outbox } from './events/outbox.ts';
import { pgBossJobs } from './jobs/pg-boss-jobs.ts';
import type { Fleet } from './fleet.ts';
import type { Clock, Db, Jobs, Kernel, Mail, Storage } from './kernel.ts';
import { guardedOutbound, guardWith } from './outbound/guarded.ts';
import { databaseSecrets } from './secrets.ts';
import { diskStorage } from './storage/disk.ts';
import { claimStorage } from './storage/one-storage.ts';
import { traceWork } from './tracing/trace-work.ts';
import { startTracing } from './tracing/tracing.ts';

export type RunningKernel = {
  kernel: Kernel;
  pool: pg.Pool;
  outbox: Outbox;
  /** Waits for running jobs, then closes the database. */
  stop(): Promise<void>;
};

const databasePatienceMs = 60_000;

type KernelParts = {
  config: Config;
  brand: Pick<Brand, 'name'>;
  log: Logger;
  mail: (from: { config: Config; clock: Clock; jobs: Jobs; db: Db }) => Mail;
  fleet: (from: { config: Config; db: Db }) => Fleet;
};

/**
 * Connects to the database, migrates it and creates the kernel; waits up to a minute for a database that is still
 * starting. Rejects if a portal of this database that runs now stores its files elsewhere.
 */
export const createKernel = async (at: KernelParts): Promise<RunningKernel> => {
  const { config, log } = at;
  const { db, pool, directPool, close } = connectDatabases(config);
  await patiently(() => migrate(directDatabase(db)), log);
  const jobs = pgBossJobs({ databaseUrl: config.databaseDirectUrl, log });
  const outbox = databaseOutbox({ db, pool: directPool, log });
  const tracing = await startTracing(config, String(log.bindings()['part']));
  const traced = traceWork(tracing, { db, pool, jobs, config });
  const kernel = { ...(await kernelOf(at, { db, jobs: traced.jobs, outbox })), tracing };
  const used = await claimStorage({ pool: directPool, storage: kernel.storage, log });
  return {
    kernel,
    pool,
    outbox,
    async stop() {
      await outbox.stop();
      await jobs.stop();
      await used.stop();
      await close();
      await traced.stop();
    },
  };
};

const kernelOf = async (
  at: KernelParts,
  { db, jobs, outbox }: { db: Db; jobs: Jobs; outbox: Outbox },
): Promise<Kernel> => {
  const { config, log } = at;
  const clock = systemClock;
  const secrets = databaseSecrets(db);
  return {
    config,
    db,
    clock,
    log,
    storage: await storageOf(config),
    outbound: guardedOutbound(guardWith(config.outboundAllowPrivate), userAgentOf(at.brand.name)),
    mail: at.mail({ config, clock, jobs, db }),
    events: outbox.events,
    hooks: createHooks(),
    jobs,
    tokens: signedTokens(secrets, clock),
    secrets,
    fleet: at.fleet({ config, db }),
  };
};

/** File storage on disk or in a bucket. Amazon's SDK is loaded only for buckets, as it slows startup. */
export const storageOf = async (config: Config): Promise<Storage> => {
  // Unpublished podcast files must not be readable by other accounts of the machine.
  await mkdir(mediaFolder(config), { recursive: true, mode: 0o750 });
  await chmod(mediaFolder(config), 0o750).catch(() => undefined);
  if (!config.s3) return diskStorage(mediaFolder(config));
  const { ensureBucket, s3Storage } = await import('./storage/s3.ts');
  await ensureBucket(config.s3);
  return s3Storage(config.s3, join(mediaFolder(config), 'cache'));
};

/** The folder of stored files; the engine reads its renditions from it. */
export const mediaFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'files');

const starting = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', '57P03', '3D000']);

const patiently = async (attempt: () => Promise<unknown>, log: Logger): Promise<void> => {
  const until = Date.now() + databasePatienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!starting.has((error as { code?: string }).code ?? '') || Date.now() > until) throw error;
      log.debug('waiting for the database');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
};
