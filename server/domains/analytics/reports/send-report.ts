import type { Kernel, Letter } from '#server/kernel/kernel.ts';
import type { StatsDeps } from '../stats.service.ts';
import { titleOf } from './ask-recipients.ts';
import { isFinal, reasonOf } from './failure-reason.ts';
import { reportLetter } from './report-letter.ts';
import { numbersOf } from './report-numbers.ts';
import {
  endSending,
  holdLetter,
  markLetter,
  markOrdered,
  noteReason,
  openSending,
  unordered,
  waitingLetters,
} from './report-sendings.repo.ts';
import { scheduleNamed, type ScheduleRow } from './reports.repo.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

export type SendingDeps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'secrets'> & StatsDeps;

const sendingJob = 'reports.send';
/** An hour and more of growing pauses: a mail server may be restarted meanwhile. */
const retries = 12;

/** Orders what is written down to be sent; ordered twice, each letter still goes out once. */
export const orderSendings = async ({ db, jobs }: Pick<Kernel, 'db' | 'jobs'>): Promise<void> => {
  for (const sending of await unordered(db)) {
    await jobs.send(sendingJob, { sending }, { singletonKey: sending });
    await markOrdered(db, sending);
  }
};

/** Sends reports; for the process that does the jobs. */
export const workSendings = async (deps: SendingDeps): Promise<void> =>
  await deps.jobs.work(sendingJob, { concurrency: 2, retries, expireS: 600 }, (data) =>
    sendReport(deps, String(data.sending)),
  );

/**
 * Sends the letters of a report that did not go out yet, one after the other, each held until it is marked as sent. A
 * process that is killed between the two sends at most that one again, under the same Message-ID. Throws while something is
 * still to be tried again.
 */
export const sendReport = async (deps: SendingDeps, id: string): Promise<void> => {
  const sending = await openSending(deps.db, id);
  const schedule = sending && (await scheduleNamed(deps.db, sending.schedule_id));
  if (!sending || !schedule) return;
  if (!schedule.isActive) return await endSending(deps.db, id, deps.clock.now(), suspended);
  const stats = await numbersOf(deps, schedule, sending).catch(async (error: unknown) => {
    await noteReason(deps.db, id, 'The statistics could not be read.');
    throw error;
  });
  const letter = reportLetter({ schedule, stats, publicUrl: deps.config.publicUrl });
  let failure: unknown;
  for (const recipient of await waitingLetters(deps.db, id))
    failure = (await sendOne(deps, schedule, { id, recipient }, letter)) ?? failure;
  if (failure !== undefined) throw failure;
  await endSending(deps.db, id, deps.clock.now(), '');
};

const suspended = 'Nothing was sent: the station or account is suspended.';

/** Sends one letter; gives what went wrong where it is to be tried again. */
const sendOne = async (
  { db, mail, clock, secrets, config }: SendingDeps,
  schedule: ScheduleRow,
  { id, recipient }: { id: string; recipient: string },
  letter: Omit<Letter, 'to'>,
): Promise<unknown> => {
  const token = await unsubscribeToken(secrets, recipient);
  const unsubscribeUrl = new URL(`/reports/unsubscribe?token=${token}`, config.publicUrl).href;
  const closing = `This report of ${titleOf(schedule)} is mailed ${rhythm[schedule.every]}. To stop it, open ${unsubscribeUrl}`;
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
