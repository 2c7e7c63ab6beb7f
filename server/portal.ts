import { join } from 'node:path';
import { brands } from '#brands/brands.ts';
import { buildApp } from './app.ts';
import { createFleet } from './domains/fleet/fleet.service.ts';
import { adoptUsers } from './engines/identity/adopt-users.ts';
import { ensureAdmin } from './engines/identity/ensure-admin.ts';
import { audienceOf } from './engines/identity/realm.ts';
import { localJwks } from './engines/identity/signing-keys.ts';
import { mailEngine } from './engines/mail/mail.ts';
import { recordSentEmails } from './engines/mail/sent-emails.ts';
import { refuseWrongServices } from './kernel/check-services.ts';
import { readConfig } from './kernel/config.ts';
import { createKernel } from './kernel/create-kernel.ts';
import { listenEverywhere } from './kernel/http/listen.ts';
import { createLog } from './kernel/log.ts';
import { orExit } from './kernel/or-exit.ts';
import { lockRole } from '#shared/role-lock.ts';

/*
 * The portal's process. `node server/portal.ts` serves HTTP, publishes domain events and runs jobs; `--worker` only
 * runs jobs, `--no-jobs` leaves them to a worker.
 */
const isWorker = process.argv.includes('--worker');
const doesJobs = !process.argv.includes('--no-jobs');

const config = await orExit(() => readConfig(process.env));
const log = createLog(isWorker ? 'worker' : 'portal');
await lockRole(config.dataDir, isWorker ? 'worker' : 'portal');
const brand = brands[config.brand];
if (!brand) throw new Error(`BRAND is ${config.brand}, which is not one of ${Object.keys(brands).join(', ')}.`);

void orExit(() => refuseWrongServices(config));
const running = await orExit(() =>
  createKernel({
    ...{ config, brand, log, fleet: createFleet },
    mail: (from) => mailEngine({ ...from, brand, record: recordSentEmails(from) }),
  }),
);
const { kernel } = running;
const portal = await buildApp(kernel, {
  brand,
  pool: running.pool,
  keys: config.embeddedIdentity ? { local: () => localJwks(kernel.db) } : { discover: true },
  audience: config.embeddedIdentity ? audienceOf(config) : config.oidcAudience,
  webFolder: join(import.meta.dirname, '../dist', `web-${config.brand}`),
});

if (config.embeddedIdentity && !isWorker) {
  await adoptUsers(kernel);
  const admin = await orExit(() => ensureAdmin(kernel));
  // Shown once, and only when started alone: under the supervisor there is always an ADMIN_PASSWORD.
  if (admin.password !== undefined) process.stdout.write(`Sign in as ${admin.email} with ${admin.password}\n`);
}

let isStopping = false;
const stop = async (reason: string): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  log.info({ reason }, 'stopping');
  if (!isWorker) await portal.operation.leave(config.drainSeconds);
  await portal.stop();
  await running.stop();
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));

if (!isWorker) {
  await listenEverywhere(portal.app, config.port);
  log.info({ port: config.port, url: config.publicUrl }, 'listening');
  await running.outbox.start();
  portal.engine.start();
}
// After the pages are served, as nobody waits for the queue's tables.
if (doesJobs || isWorker) await portal.startJobs();
if (isWorker) log.info('running jobs');
