import { planAll, settledMs, takeJob } from './plan-recordings.ts';
import { dueRecordings, openAmong, removeOldRecordings } from './recording.repo.ts';
import { claimMs, giveUpRecording, takeRecording, type TakeDeps } from './take-recording.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

type Deps = TakeDeps & Pick<Kernel, 'jobs'>;

const dueMost = 50;
const keptMs = 365 * 86_400_000;
const every = { minute: '* * * * *', hour: '7 * * * *', night: '41 4 * * *' };

/** Plans what is to be recorded, and makes episodes of what was; for the process that does the jobs. */
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

/** Orders again what was to be an episode by now; an engine that was away is asked each minute. */
export const takeDue = async ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> => {
  const now = clock.now().getTime();
  const due = await dueRecordings(db, new Date(now - settledMs), new Date(now - claimMs), dueMost);
  for (const id of due) await jobs.send(takeJob, { id }, { singletonKey: id });
};

/** Forgets recordings of last year, and has the engine delete what nobody waits for: that of deleted podcasts. */
export const tidy = async ({ db, clock, engine }: Pick<Deps, 'db' | 'clock' | 'engine'>): Promise<void> => {
  await removeOldRecordings(db, new Date(clock.now().getTime() - keptMs));
  const over = (await engine.list()).filter(({ state }) => state === 'over').map(({ id }) => id);
  const open = await openAmong(db, over);
  for (const id of over) if (!open.has(id)) await engine.remove(id);
};
