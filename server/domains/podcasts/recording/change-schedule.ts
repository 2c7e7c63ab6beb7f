import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import {
  recordingLimits,
  type NewRecordingSchedule,
  type RecordingSchedule,
} from '#contract/api/recording-schedules.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import { getPodcast, type PodcastRow } from '../podcasts.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { queueRecordings, planSchedule, type Planned } from './plan-recordings.ts';
import {
  lockSchedule,
  insertSchedule,
  recordableStations,
  removeSchedule,
  replaceSchedule,
  schedulesOf,
  deletePlanned,
  type ScheduleRow,
} from './recording.repo.ts';
import { presentSchedule } from './recording.service.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'jobs'>;
type Changed = { row: ScheduleRow; planned: Planned[] };

/**
 * Creates a schedule that records a station of the podcast's account into its episodes. Refuses with
 * `plan.podcastRecording` without that feature, and with `station.notFound` for a station of another account or not the
 * podcast's own.
 */
export const createSchedule = async (
  deps: Deps,
  podcastKey: PodcastKey,
  body: NewRecordingSchedule,
  who: Person,
): Promise<RecordingSchedule> =>
  await change(deps, podcastKey, body, who, async (tx, podcast, now) => {
    if ((await schedulesOf(tx, podcast.key)).length >= recordingLimits.schedules)
      refuse('schedule.tooMany', { count: recordingLimits.schedules });
    const row = await insertSchedule(tx, podcast.key, body, now);
    return { row, planned: await planSchedule(tx, row, now) };
  });

/** Changes a schedule. Recordings in progress are not affected. */
export const changeSchedule = async (
  deps: Deps,
  podcastKey: PodcastKey,
  id: string,
  body: NewRecordingSchedule,
  who: Person,
): Promise<RecordingSchedule> =>
  await change(deps, podcastKey, { ...body, id }, who, async (tx, podcast, now) => {
    const before = await cancelPlanned(tx, podcast.key, id, now);
    const row = await replaceSchedule(tx, before.id, body, now);
    return { row, planned: await planSchedule(tx, row, now) };
  });

/** Deletes a schedule. Recordings in progress continue to their end, and earlier ones stay. */
export const deleteSchedule = async ({ db, clock }: Deps, podcast: PodcastKey, id: string): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    const { id: schedule } = await cancelPlanned(tx, podcast, id, clock.now());
    await removeSchedule(tx, schedule);
  });
};

/** Removes a schedule's planned recordings, also from the engine's desired state. */
const cancelPlanned = async (tx: Tx, podcast: PodcastKey, id: string, now: Date): Promise<ScheduleRow> => {
  const row = (await lockSchedule(tx, podcast, id)) ?? refuse('schedule.notFound');
  await deletePlanned(tx, row.id, now);
  await touchStation(tx, row.station_key);
  return row;
};

/** Checks existence before the plan, so that a missing schedule is 404 on every plan. */
const change = async (
  { db, clock, jobs }: Deps,
  key: PodcastKey,
  { stream, id }: { stream: StationKey; id?: string },
  who: Person,
  work: (tx: Tx, podcast: PodcastRow, now: Date) => Promise<Changed>,
): Promise<RecordingSchedule> => {
  const now = clock.now();
  const podcast = await getPodcast({ db }, key);
  await checkStation(db, podcast, stream);
  if (id !== undefined && !(await schedulesOf(db, key)).some((row) => row.id === id)) refuse('schedule.notFound');
  const plan = await featuresOfAccount(db, podcast.account_key);
  if (!hasFeature('podcastRecording', { isPortalAdmin: who.isPortalAdmin, plan })) refuse('plan.podcastRecording');
  const { row, planned } = await db.transaction().execute(async (tx) => {
    await checkStation(tx, podcast, stream);
    return await work(tx, podcast, now);
  });
  await queueRecordings(jobs, planned, now);
  return presentSchedule(row);
};

const checkStation = async (
  db: Db,
  { account_key, station_key }: { account_key: AccountKey; station_key: StationKey | null },
  stream: StationKey,
): Promise<void> => {
  const stations = await recordableStations(db, account_key, station_key);
  if (!stations.some(({ key }) => key === stream))
    refuse('station.notFound', {}, { stream: 'Please choose one of these stations.' });
};
