import type { Brand } from '#contract/rules/brand.ts';
import { hasKind, type ReportKind } from '#contract/api/report-schedule.ts';
import type { Kernel, Email } from '#server/kernel/kernel.ts';
import { unsubscribeToken } from '#server/kernel/unsubscribe-token.ts';
import type { StatsDeps } from '../stats.service.ts';
import { reportTitle, rhythm } from './confirm-recipients.ts';
import { kindRules } from './kinds/report-kinds.ts';
import type { ReadReport } from './kinds/report-content.service.ts';
import { reportEmail } from './report-email.ts';
import {
  endMailing,
  failWithoutAccess,
  lockEmail,
  markEmail,
  markQueued,
  noteReason,
  openMailing,
  unqueuedMailings,
  pendingEmails,
} from './report-mailings.repo.ts';
import { scheduleById, type ScheduleRow } from './reports.repo.ts';

export type MailingDeps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'secrets'> &
  StatsDeps & { brand: Pick<Brand, 'flags' | 'wording'>; readers: Record<ReportKind, ReadReport> };

const mailingJob = 'reports.send';
/** Over an hour of growing pauses: a mail server may be restarting. */
const retries = 12;

/** Queues pending mailings; even if queued twice, each e-mail is sent once. */
export const queueMailings = async ({ db, jobs }: Pick<Kernel, 'db' | 'jobs'>): Promise<void> => {
  for (const id of await unqueuedMailings(db)) {
    await jobs.send(mailingJob, { sending: id }, { singletonKey: id });
    await markQueued(db, id);
  }
};

/** Sends reports; for the process that runs the jobs. */
export const workMailings = async (deps: MailingDeps): Promise<void> =>
  await deps.jobs.work(
    mailingJob,
    {
      concurrency: 2,
      retries,
      expireS: 600,
      givenUp: ({ sending }) => endMailing(deps.db, String(sending), deps.clock.now(), abandonedText),
    },
    (data) => sendReport(deps, String(data.sending)),
  );

/**
 * Sends the unsent e-mails of a report one by one, each locked until it is marked as sent, only to recipients who are
 * eligible now. If the process is killed in between, at most that one is sent again, with the same Message-ID. Throws
 * while an e-mail still needs a retry.
 */
export const sendReport = async (deps: MailingDeps, id: string): Promise<void> => {
  const mailing = await openMailing(deps.db, id);
  const schedule = mailing && (await scheduleById(deps.db, mailing.schedule_id));
  if (!mailing || !schedule) return;
  if (!schedule.isActive) return await endMailing(deps.db, id, deps.clock.now(), suspendedText);
  if (!hasKind(deps.brand.flags, schedule.kind)) return await endMailing(deps.db, id, deps.clock.now(), notOfferedText);
  await failWithoutAccess(deps.db, id, noAccessText);
  const { from_date, to_date } = mailing;
  const numbers = await deps.readers[schedule.kind](deps, schedule, { from_date, to_date }).catch(
    async (error: unknown) => {
      await noteReason(deps.db, id, 'Statistics were unavailable.');
      throw error;
    },
  );
  const email = reportEmail({ schedule, numbers, publicUrl: deps.config.publicUrl });
  let failure: unknown;
  for (const recipient of await pendingEmails(deps.db, id))
    failure = (await sendEmail(deps, schedule, { id, recipient }, email)) ?? failure;
  if (failure !== undefined) throw failure;
  await endMailing(deps.db, id, deps.clock.now(), '');
};

const abandonedText = 'Gave up: the server stopped twice while sending.';
const noAccessText = 'Recipients who lost access to these analytics were skipped.';
const notOfferedText = 'Not sent: reports of this kind are no longer available.';
const suspendedText = 'Not sent: the station or account is suspended.';

/** Sends one e-mail; returns the error if it should be retried. */
const sendEmail = async (
  { db, mail, clock, secrets, config }: MailingDeps,
  schedule: ScheduleRow,
  { id, recipient }: { id: string; recipient: string },
  email: Omit<Email, 'to'>,
): Promise<unknown> => {
  const token = await unsubscribeToken(secrets, 'reports', recipient);
  const unsubscribeUrl = new URL(`/reports/unsubscribe?token=${token}`, config.publicUrl).href;
  const closing = `You receive this ${kindRules[schedule.kind].called} for ${reportTitle(schedule)} ${rhythm[schedule.every]}. Unsubscribe: ${unsubscribeUrl}`;
  try {
    await db.transaction().execute(async (tx) => {
      const recipientRow = await lockEmail(tx, id, recipient);
      if (!recipientRow) return;
      const messageId = `report.${id}.${recipient}`;
      await mail.deliver({ ...email, to: recipientRow.email, closing, unsubscribeUrl, messageId });
      await markEmail(tx, id, recipient, { state: 'sent', reason: '', sent: clock.now() });
    });
    return undefined;
  } catch (error) {
    const isPermanent = isPermanentFailure(error);
    await markEmail(db, id, recipient, { state: isPermanent ? 'failed' : 'waiting', reason: failureReason(error) });
    return isPermanent ? undefined : error;
  }
};

/** Why an e-mail wasn't sent, in words for users, without internal details. */
const failureReason = (error: unknown): string => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (isPermanentFailure(error)) return `The mail server rejected this address (${String(responseCode)}).`;
  if (responseCode !== undefined) return `The mail server rejected the e-mail (${String(responseCode)}).`;
  if (code === 'EAUTH') return 'The portal could not sign in to the mail server.';
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return 'The mail server is unreachable.';
  return 'Something went wrong.';
};

/** Whether a mail server rejected an address permanently, so that there is no retry. */
const isPermanentFailure = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
};
