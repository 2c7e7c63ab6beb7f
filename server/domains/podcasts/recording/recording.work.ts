import { planAll, settledMs, recordingJob } from './plan-recordings.ts';
import { dueRecordings, unfinishedAmong, removeOldRecordings } from './recording.repo.ts';
import { claimMs, abandonRecording, processRecording, type RecordingDeps } from './process-recording.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

type Deps = RecordingDeps & Pick<Kernel, 'jobs'>;

const maxDue = 50;
const retentionMs = 365 * 86_400_000;
const every = { minute: '* * * * *', hour: '7 * * * *', night: '41 4 * * *' };

/** Works the recording jobs: plans recordings, and turns finished ones into episodes. */
export const workRecordings = async (deps: Deps): Promise<void> => {
  const { jobs, clock } = deps;
  await jobs.work(
    recordingJob,
    { concurrency: 2, retries: 3, expireS: claimMs / 1000, givenUp: ({ id }) => abandonRecording(deps, String(id)) },
    ({ id }) => processRecording(deps, String(id)),
  );
  await jobs.every('recording.takeDue', every.minute, () => queueDueRecordings(deps));
  await jobs.every('recording.plan', every.hour, () => planAll(deps, clock.now()));
  await jobs.every('recording.tidy', every.night, () => cleanUpRecordings(deps));
};

/** Queues finished recordings that are no episodes yet, every minute, so also after the engine was unreachable. */
export const queueDueRecordings = async ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> => {
  const now = clock.now().getTime();
  const due = await dueRecordings(db, new Date(now - settledMs), new Date(now - claimMs), maxDue);
  for (const id of due) await jobs.send(recordingJob, { id }, { singletonKey: id });
};

/** Deletes recordings older than a year, and removes finished ones of deleted podcasts from the engine. */
export const cleanUpRecordings = async ({
  db,
  clock,
  engine,
  log,
}: Pick<Deps, 'db' | 'clock' | 'engine' | 'log'>): Promise<void> => {
  await removeOldRecordings(db, new Date(clock.now().getTime() - retentionMs));
  const finished = (await engine.list()).filter(({ state }) => state === 'over').map(({ id }) => id);
  const open = await unfinishedAmong(db, finished);
  const unneeded = finished.filter((id) => !open.has(id));
  for (const id of unneeded)
    await engine
      .remove(id)
      .catch((error: unknown) => log.warn({ id, err: error }, 'could not remove a recording from an engine'));
};
