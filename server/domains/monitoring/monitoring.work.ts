import type { Kernel } from '#server/kernel/kernel.ts';
import { unsubscribeToken } from '#server/kernel/unsubscribe-token.ts';
import { alertEmail } from './alert-email.ts';
import { stopPath } from './alert-links.routes.ts';
import { workConfirmations } from './confirm-recipients.ts';
import { emailJob } from './monitoring.events.ts';
import { lockEmail, markSent, deleteOlderThan } from './monitoring.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock' | 'secrets'>;

/** Retries with growing pauses for more than an hour, so that the mail server may be restarted. */
const retries = 8;
/** When the engine fails, every monitored station sends e-mails at once. */
const concurrency = 5;
const everyNight = '23 4 * * *';
const retentionMs = 365 * 86_400_000;

/** Delivers alert e-mails, each retried until it is sent; for the process that runs jobs. */
export const workMonitoring = async (deps: Deps): Promise<void> => {
  await deps.jobs.work(emailJob, { concurrency, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    deliver(deps, String(data.letter)),
  );
  await workConfirmations(deps);
  await deps.jobs.every('monitoring.forget', everyNight, () => deleteOldAlerts(deps));
};

/** Deletes alerts, and the addresses they were sent to, a year after they ended. */
export const deleteOldAlerts = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  await deleteOlderThan(db, new Date(clock.now().getTime() - retentionMs));

const deliver = async ({ db, mail, config, clock, secrets }: Deps, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const email = await lockEmail(tx, id);
    if (!email) return;
    const stop = `${stopPath}?token=${await unsubscribeToken(secrets, 'alerts', id)}`;
    await mail.deliver(alertEmail(email, config.publicUrl, stop));
    await markSent(tx, id, clock.now());
  });
};
