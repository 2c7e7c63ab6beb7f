import type { Kernel } from '#server/kernel/kernel.ts';
import { unsubscribeToken } from '#server/kernel/unsubscribe-token.ts';
import { alertLetter } from './alert-letter.ts';
import { stopPath } from './alert-links.routes.ts';
import { workQuestions } from './ask-recipients.ts';
import { letterJob } from './monitoring.events.ts';
import { holdLetter, markSent, removeOlder } from './monitoring.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock' | 'secrets'>;

/** An hour and more of growing pauses: a mail server may be restarted meanwhile. */
const retries = 8;
/** When the engine is gone every watched station's people are written to. */
const concurrency = 5;
const everyNight = '23 4 * * *';
const keptMs = 365 * 86_400_000;

/** Delivers the letters of alerts, each once and again until it went out; for the process that does the jobs. */
export const workMonitoring = async (deps: Deps): Promise<void> => {
  await deps.jobs.work(letterJob, { concurrency, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    deliver(deps, String(data.letter)),
  );
  await workQuestions(deps);
  await deps.jobs.every('monitoring.forget', everyNight, () => forgetOldAlerts(deps));
};

/** Alerts are kept for a year, and with them to whom they were sent. */
export const forgetOldAlerts = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  await removeOlder(db, new Date(clock.now().getTime() - keptMs));

const deliver = async ({ db, mail, config, clock, secrets }: Deps, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const letter = await holdLetter(tx, id);
    if (!letter) return;
    const stop = `${stopPath}?token=${await unsubscribeToken(secrets, 'alerts', id)}`;
    await mail.deliver(alertLetter(letter, config.publicUrl, stop));
    await markSent(tx, id, clock.now());
  });
};
