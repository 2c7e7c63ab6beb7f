import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { queueConfirmations } from './confirm-recipients.ts';
import { dueAfter, lastDue, periodBefore } from './report-clock.ts';
import { deleteConfirmationRequests } from './report-recipients.repo.ts';
import { endMailing, deleteMailings, abandonedMailings, insertMailing } from './report-mailings.repo.ts';
import { lockDueSchedules, updateSchedule, type ScheduleRow } from './reports.repo.ts';
import { queueMailings } from './send-report.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'clock'>;

const atOnce = 500;
/** Longer than its job is retried. */
const abandonedMs = 12 * hourMs;
const retentionMs = 365 * dayMs;

/**
 * Creates and queues the mailings that are due: of several missed times only the newest, each time once however many
 * processes plan; none for suspended or deleted owners. A report whose time zone changed is rescheduled.
 */
export const planReports = async (deps: Deps): Promise<void> => {
  let planned: number;
  do planned = await planSome(deps);
  while (planned === atOnce);
  await queueMailings(deps);
  await queueConfirmations(deps);
  const now = deps.clock.now();
  for (const { id, reason } of await abandonedMailings(deps.db, new Date(now.getTime() - abandonedMs)))
    await endMailing(deps.db, id, now, reason);
};

/** Keeps mailings for a year, and confirmation requests for a day. */
export const forgetReports = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now().getTime();
  await deleteMailings(db, new Date(now - retentionMs));
  await deleteConfirmationRequests(db, new Date(now - dayMs));
};

const planSome = async ({ db, clock }: Deps): Promise<number> =>
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const schedules = await lockDueSchedules(tx, now, atOnce);
    for (const schedule of schedules) await planOne(tx, schedule, now.getTime());
    return schedules.length;
  });

const planOne = async (tx: Tx, schedule: ScheduleRow, now: number): Promise<void> => {
  const { id, every, zone_now, isActive, next } = schedule;
  const zone = knownZone(schedule.zone);
  if (isActive && next.getTime() <= now) {
    const due = lastDue(schedule, zone, now);
    const period = periodBefore(every, zone, due);
    await insertMailing(tx, {
      ...{ schedule_id: id, due: new Date(due), planned: new Date(now), on_request: false },
      ...period,
    });
  }
  await updateSchedule(tx, id, { zone: zone_now, next: new Date(dueAfter(schedule, knownZone(zone_now), now)) });
};
