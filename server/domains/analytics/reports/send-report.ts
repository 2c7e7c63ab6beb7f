import type { Brand } from '#contract/brand.ts';
import { hasKind } from '#contract/report-schedule.ts';
import type { Kernel, Letter } from '#server/kernel/kernel.ts';
import { unsubscribeToken } from '#server/kernel/unsubscribe-token.ts';
import type { StatsDeps } from '../stats.service.ts';
import { titleOf } from './ask-recipients.ts';
import { isFinal, reasonOf } from './failure-reason.ts';
import { kindRules } from './kinds/report-kinds.ts';
import { reportLetter } from './report-letter.ts';
import {
  endSending,
  failWithoutAccess,
  holdLetter,
  markLetter,
  markOrdered,
  noteReason,
  openSending,
  unordered,
  waitingLetters,
} from './report-sendings.repo.ts';
import { scheduleNamed, type ScheduleRow } from './reports.repo.ts';

export type SendingDeps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'secrets'> &
  StatsDeps & { brand: Pick<Brand, 'flags' | 'wording'> };

const sendingJob = 'reports.send';
/** Over an hour of growing pauses: a mail server may be restarting. */
const retries = 12;

/** Queues pending mailings; even if queued twice, each e-mail is sent once. */
export const orderSendings = async ({ db, jobs }: Pick<Kernel, 'db' | 'jobs'>): Promise<void> => {
  for (const sending of await unordered(db)) {
    await jobs.send(sendingJob, { sending }, { singletonKey: sending });
    await markOrdered(db, sending);
  }
};

/** Sends reports; for the process that runs the jobs. */
export const workSendings = async (deps: SendingDeps): Promise<void> =>
  await deps.jobs.work(
    sendingJob,
    {
      concurrency: 2,
      retries,
      expireS: 600,
      givenUp: ({ sending }) => endSending(deps.db, String(sending), deps.clock.now(), abandoned),
    },
    (data) => sendReport(deps, String(data.sending)),
  );

/**
 * Sends the unsent e-mails of a report one by one, each locked until it is marked as sent, only to recipients who are
 * eligible now. If the process is killed in between, at most that one is sent again, with the same Message-ID. Throws
 * while an e-mail still needs a retry.
 */
export const sendReport = async (deps: SendingDeps, id: string): Promise<void> => {
  const sending = await openSending(deps.db, id);
  const schedule = sending && (await scheduleNamed(deps.db, sending.schedule_id));
  if (!sending || !schedule) return;
  if (!schedule.isActive) return await endSending(deps.db, id, deps.clock.now(), suspended);
  if (!hasKind(deps.brand.flags, schedule.kind)) return await endSending(deps.db, id, deps.clock.now(), notOffered);
  await failWithoutAccess(deps.db, id, noAccess);
  const { from_date, to_date } = sending;
  const { read } = kindRules[schedule.kind];
  const numbers = await read(deps, schedule, { from_date, to_date }).catch(async (error: unknown) => {
    await noteReason(deps.db, id, 'The statistics could not be read.');
    throw error;
  });
  const letter = reportLetter({ schedule, numbers, publicUrl: deps.config.publicUrl });
  let failure: unknown;
  for (const recipient of await waitingLetters(deps.db, id))
    failure = (await sendOne(deps, schedule, { id, recipient }, letter)) ?? failure;
  if (failure !== undefined) throw failure;
  await endSending(deps.db, id, deps.clock.now(), '');
};

const abandoned = 'It was given up: the server stopped twice while it was being sent.';
const noAccess = 'Who may not read these analytics any more got nothing.';
const notOffered = 'Nothing was sent: these statistics are not part of the portal any more.';
const suspended = 'Nothing was sent: the station or account is suspended.';

/** Sends one e-mail; returns the error if it should be retried. */
const sendOne = async (
  { db, mail, clock, secrets, config }: SendingDeps,
  schedule: ScheduleRow,
  { id, recipient }: { id: string; recipient: string },
  letter: Omit<Letter, 'to'>,
): Promise<unknown> => {
  const token = await unsubscribeToken(secrets, 'reports', recipient);
  const unsubscribeUrl = new URL(`/reports/unsubscribe?token=${token}`, config.publicUrl).href;
  const closing = `This ${kindRules[schedule.kind].called} of ${titleOf(schedule)} is mailed ${rhythm[schedule.every]}. To stop it, open ${unsubscribeUrl}`;
  try {
    await db.transaction().execute(async (tx) => {
      const held = await holdLetter(tx, id, recipient);
      if (!held) return;
      const messageId = `report.${id}.${recipient}`;
      await mail.deliver({ ...letter, to: held.email, closing, unsubscribeUrl, messageId });
      await markLetter(tx, id, recipient, { state: 'sent', reason: '', sent: clock.now() });
    });
    return undefined;
  } catch (error) {
    const isOver = isFinal(error);
    await markLetter(db, id, recipient, { state: isOver ? 'failed' : 'waiting', reason: reasonOf(error) });
    return isOver ? undefined : error;
  }
};

const rhythm = { day: 'every day', week: 'every week', month: 'every month' } as const;
