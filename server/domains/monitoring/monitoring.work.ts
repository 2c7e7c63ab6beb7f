import type { Kernel } from '#server/kernel/kernel.ts';
import { unsubscribeToken } from '#server/kernel/unsubscribe-token.ts';
import { alertLetter } from './alert-letter.ts';
import { stopPath } from './alert-links.routes.ts';
import { workQuestions } from './ask-recipients.ts';
import { letterJob } from './monitoring.events.ts';
import { holdLetter, markSent, removeOlder } from './monitoring.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock' | 'secrets'>;

/** Retries with growing pauses for more than an hour, so that the mail server may be restarted. */
const retries = 8;
/** When the engine fails, every monitored station sends e-mails at once. */
const concurrency = 5;
const everyNight = '23 4 * * *';
const retentionMs = 365 * 86_400_000;

/** Delivers alert e-mails, each retried until it is sent; for the process that runs jobs. */
export const workMonitoring = async (deps: Deps): Promise<void> => {
  await deps.jobs.work(letterJob, { concurrency, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    deliver(deps, String(data.letter)),
  );
  await workQuestions(deps);
  await deps.jobs.every('monitoring.forget', everyNight, () => forgetOldAlerts(deps));
};

/** Deletes alerts, and the addresses they were sent to, a year after they ended. */
export const forgetOldAlerts = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  await removeOlder(db, new Date(clock.now().getTime() - retentionMs));

const deliver = async ({ db, mail, config, clock, secrets }: Deps, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const email = await holdLetter(tx, id);
    if (!email) return;
    const stop = `${stopPath}?token=${await unsubscribeToken(secrets, 'alerts', id)}`;
    await mail.deliver(alertLetter(email, config.publicUrl, stop));
    await markSent(tx, id, clock.now());
  });
};
