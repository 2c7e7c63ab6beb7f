import { planAll, settledMs, takeJob } from './plan-recordings.ts';
import { dueRecordings, openAmong, removeOldRecordings } from './recording.repo.ts';
import { claimMs, giveUpRecording, takeRecording, type TakeDeps } from './take-recording.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

type Deps = TakeDeps & Pick<Kernel, 'jobs'>;

const maxDue = 50;
const retentionMs = 365 * 86_400_000;
const every = { minute: '* * * * *', hour: '7 * * * *', night: '41 4 * * *' };

/** Works the recording jobs: plans recordings, and turns finished ones into episodes. */
export const workRecordings = async (deps: Deps): Promise<void> => {
  const { jobs, clock } = deps;
  await jobs.work(
    takeJob,
    { concurrency: 2, retries: 3, expireS: claimMs / 1000, givenUp: ({ id }) => giveUpRecording(deps, String(id)) },
    ({ id }) => takeRecording(deps, String(id)),
  );
  await jobs.every('recording.takeDue', every.minute, () => takeDue(deps));
  await jobs.every('recording.plan', every.hour, () => planAll(deps, clock.now()));
  await jobs.every('recording.tidy', every.night, () => tidy(deps));
};

/** Queues finished recordings that are no episodes yet, every minute, so also after the engine was unreachable. */
export const takeDue = async ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> => {
  const now = clock.now().getTime();
  const due = await dueRecordings(db, new Date(now - settledMs), new Date(now - claimMs), maxDue);
  for (const id of due) await jobs.send(takeJob, { id }, { singletonKey: id });
};

/** Deletes recordings older than a year, and removes finished ones of deleted podcasts from the engine. */
export const tidy = async ({ db, clock, engine }: Pick<Deps, 'db' | 'clock' | 'engine'>): Promise<void> => {
  await removeOldRecordings(db, new Date(clock.now().getTime() - retentionMs));
  const finished = (await engine.list()).filter(({ state }) => state === 'over').map(({ id }) => id);
  const open = await openAmong(db, finished);
  for (const id of finished) if (!open.has(id)) await engine.remove(id);
};
