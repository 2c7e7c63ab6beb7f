import { slotTimes } from '#contract/recording-slots.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { activeSchedules, holdSchedule, insertRecordings, type ScheduleRow } from './recording.repo.ts';
import { planOf } from './recording.service.ts';

/** The engine knows what to record for so long: the portal may be away meanwhile. */
const aheadMs = 3 * 86_400_000;
const dayMs = 86_400_000;
/** A recording is looked for so long after its end. */
export const settledMs = 6000;
export const takeJob = 'recording.take';

export type Planned = { id: string; ends: Date };

/** Plans what a schedule has in the next three days, and tells the engine of it by the station's revision. */
export const planSchedule = async (tx: Tx, row: ScheduleRow, now: Date): Promise<Planned[]> => {
  // What would begin this very second comes too late for the engine.
  const times = slotTimes(planOf(row), now.getTime() + 1, now.getTime() + aheadMs);
  const planned = await insertRecordings(
    tx,
    row,
    times.map(({ begin, end }) => ({ begins: new Date(begin), ends: new Date(end) })),
  );
  if (planned.length > 0) await touchStation(tx, row.station_key);
  return planned;
};

/** Plans what all schedules have in the next three days; those that were planned before stay as they are. */
export const planAll = async ({ db, jobs }: Pick<Kernel, 'jobs'> & { db: Db }, now: Date): Promise<void> => {
  // A zone may be a day behind.
  const day = new Date(now.getTime() - 2 * dayMs).toISOString().slice(0, 10);
  for (const { id, podcast_key } of await activeSchedules(db, day)) {
    const planned = await db.transaction().execute(async (tx) => {
      const row = await holdSchedule(tx, podcast_key, id);
      return row ? await planSchedule(tx, row, now) : [];
    });
    await orderTaking(jobs, planned, now);
  }
};

/** Has recordings made into episodes once they are over; what is lost of these orders is found each minute. */
export const orderTaking = async (jobs: Kernel['jobs'], planned: readonly Planned[], now: Date): Promise<void> => {
  for (const { id, ends } of planned) {
    const startAfterS = Math.max(1, Math.ceil((ends.getTime() + settledMs - now.getTime()) / 1000));
    await jobs.send(takeJob, { id }, { singletonKey: id, startAfterS });
  }
};
