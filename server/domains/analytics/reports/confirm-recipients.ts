import type { Email, Kernel } from '#server/kernel/kernel.ts';
import { createHash } from 'node:crypto';
import { randomLetters } from '#server/kernel/keys.ts';
import { kindRules } from './kinds/report-kinds.ts';
import { lockUnasked, markConfirmationSent, unaskedRecipients } from './report-recipients.repo.ts';
import { scheduleById, type ScheduleRow } from './reports.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock'>;

export const confirmationJob = 'reports.ask';
/** Over an hour of growing pauses: a mail server may be restarting. */
const retries = 8;
const secretLength = 32;

/** How long an address can confirm. */
export const confirmationDays = 7;

/** The stored hash of the secret in a confirmation e-mail. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Queues confirmation e-mails to addresses that still need one; queuing twice sends one. */
export const queueConfirmations = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> => {
  for (const recipient of await unaskedRecipients(db))
    await jobs.send(confirmationJob, { recipient }, { singletonKey: recipient });
};

/** Delivers them; for the process that runs the jobs. */
export const workConfirmations = async (deps: Deps): Promise<void> =>
  await deps.jobs.work(confirmationJob, { concurrency: 1, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    sendConfirmation(deps, String(data.recipient)),
  );

/** The secret is generated at sending, so that none is stored in the queue. */
const sendConfirmation = async ({ db, mail, config, clock }: Deps, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const recipient = await lockUnasked(tx, id);
    const schedule = recipient && (await scheduleById(tx, recipient.schedule_id));
    if (!recipient || !schedule) return;
    const secret = randomLetters(secretLength);
    await mail.deliver(confirmationEmail(recipient.email, schedule, secret, config.publicUrl));
    await markConfirmationSent(tx, id, hashOfSecret(secret), clock.now());
  });
};

const confirmationEmail = (email: string, schedule: ScheduleRow, secret: string, publicUrl: string): Email => {
  const what = reportTitle(schedule);
  const { called } = kindRules[schedule.kind];
  const by = schedule.by === '' ? 'Someone' : oneLine(schedule.by);
  return {
    to: email,
    subject: `Confirm the ${called} for ${what}`,
    paragraphs: [
      'Hello,',
      `${by} would like to send the ${called} for ${what} to ${email} ${rhythm[schedule.every]}.`,
      'Nothing is sent until you confirm. You can unsubscribe at any time with the link in each report.',
    ],
    action: { label: 'Confirm', url: new URL(`/reports/confirm?token=${secret}`, publicUrl).href },
    closing: `This link works only for ${email} and expires ${String(confirmationDays)} days after it was sent. If you don’t want the report, ignore this e-mail.`,
  };
};

/** A report's title in e-mails. */
export const reportTitle = ({ account_key, station_key, name, about_name }: ScheduleRow): string =>
  account_key === null && station_key === null ? 'the whole portal' : oneLine(about_name ?? name);

/** How often a report is sent, in e-mails. */
export const rhythm = { day: 'every day', week: 'every week', month: 'every month' } as const;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
