import { slotTimes } from '#contract/rules/recording-slots.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import { activeSchedules, lockSchedule, insertRecordings, type ScheduleRow } from './recording.repo.ts';
import { slotPlanOf } from './recording.service.ts';

/** How far ahead the engine knows its recordings, so that the portal may be down that long. */
const aheadMs = 3 * 86_400_000;
/** Delay after a recording's end before it is fetched from the engine. */
export const settledMs = 6000;
export const recordingJob = 'recording.take';

export type Planned = { id: string; ends: Date };

/** Plans a schedule's recordings of the next three days, and raises the station's revision for the engine. */
export const planSchedule = async (tx: Tx, row: ScheduleRow, now: Date): Promise<Planned[]> => {
  // A recording that starts right now is too late for the engine.
  const times = slotTimes(slotPlanOf(row), now.getTime() + 1, now.getTime() + aheadMs);
  const planned = await insertRecordings(
    tx,
    row,
    times.map(({ begin, end }) => ({ begins: new Date(begin), ends: new Date(end) })),
  );
  if (planned.length > 0) await touchStation(tx, row.station_key);
  return planned;
};

/** Plans all schedules' recordings of the next three days; already planned ones don't change. */
export const planAll = async ({ db, jobs }: Pick<Kernel, 'jobs'> & { db: Db }, now: Date): Promise<void> => {
  // Schedules have local dates, which may be a day behind UTC.
  const day = new Date(now.getTime() - 2 * dayMs).toISOString().slice(0, 10);
  for (const { id, podcast_key } of await activeSchedules(db, day)) {
    const planned = await db.transaction().execute(async (tx) => {
      const row = await lockSchedule(tx, podcast_key, id);
      return row ? await planSchedule(tx, row, now) : [];
    });
    await queueRecordings(jobs, planned, now);
  }
};

/**
 * Queues jobs that turn recordings into episodes after their end. Lost jobs are queued again every minute (`takeDue`).
 */
export const queueRecordings = async (jobs: Kernel['jobs'], planned: readonly Planned[], now: Date): Promise<void> => {
  for (const { id, ends } of planned) {
    const startAfterS = Math.max(1, Math.ceil((ends.getTime() + settledMs - now.getTime()) / 1000));
    await jobs.send(recordingJob, { id }, { singletonKey: id, startAfterS });
  }
};
