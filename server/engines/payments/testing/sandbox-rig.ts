import { pino } from 'pino';
import { brand } from '#brands/skywave/brand.ts';
import { databaseOutbox } from '#server/kernel/events/outbox.ts';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import type { Config } from '#server/kernel/config.ts';
import { testDatabase } from '#server/testing/database.ts';
import { createPayments } from '../create-payments.ts';
import { createSandbox, type SandboxDeps } from '../sandbox/sandbox.ts';
import { connectStripe } from '../stripe/connect.ts';

const start = new Date('2026-03-10T10:20:30Z');

/** The sandbox on its own database, at a time that the test moves, with a client for what the port doesn't offer. */
export const sandboxRig = async () => {
  const database = await testDatabase();
  const { db, pool } = database;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const jobs = pgBossJobs({ databaseUrl: database.url, log });
  let now = start;
  let seller: string | null = null;
  const deps: SandboxDeps = {
    config: { publicUrl: 'http://portal.test', port: 0, stripe: undefined, tls: undefined } as unknown as Config,
    db,
    clock: { now: () => now },
    log,
    secrets: databaseSecrets(db),
    events: databaseOutbox({ db, pool, log }).events,
    jobs,
    brand,
    sellerCountry: () => Promise.resolve(seller),
  };
  const { payments, sandbox } = createPayments(deps);
  if (!sandbox) throw new Error('There is no sandbox.');
  return {
    deps,
    db,
    payments,
    sandbox,
    stripe: connectStripe('sk_test_sandbox', createSandbox(deps).fetch),
    now: () => now,
    /** The real time, for every customer. */
    setNow: (to: Date) => void (now = to),
    /** The seller's country, which decides the tax. */
    setSeller: (country: string | null) => void (seller = country),
    async close() {
      await jobs.stop();
      await database.drop();
    },
  };
};

export type SandboxRig = Awaited<ReturnType<typeof sandboxRig>>;
