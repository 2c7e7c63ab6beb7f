import { sql, type Selectable } from 'kysely';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { NewRecordingSchedule, Recording } from '#contract/api/recording-schedules.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { wantsEmails } from '#server/platform/wanted-emails.ts';
import type { RecordingSchedulesTable, RecordingsTable } from './recording.tables.ts';

export type ScheduleRow = Selectable<RecordingSchedulesTable>;
export type RecordingRow = Selectable<RecordingsTable>;

/** The schedules of a podcast, in order of creation. */
export const schedulesOf = async (db: Db | Tx, podcast: PodcastKey): Promise<ScheduleRow[]> =>
  await db
    .selectFrom('recording_schedules')
    .selectAll()
    .where('podcast_key', '=', podcast)
    .orderBy('created')
    .orderBy('id')
    .execute();

/** Locks a schedule of the podcast until commit. */
export const lockSchedule = async (tx: Tx, podcast: PodcastKey, id: string): Promise<ScheduleRow | undefined> =>
  await tx
    .selectFrom('recording_schedules')
    .selectAll()
    .where('podcast_key', '=', podcast)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Inserts a schedule. */
export const insertSchedule = async (
  tx: Tx,
  podcast: PodcastKey,
  body: NewRecordingSchedule,
  now: Date,
): Promise<ScheduleRow> =>
  await tx
    .insertInto('recording_schedules')
    .values({ podcast_key: podcast, ...columnsOf(body), created: now, updated: now })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Overwrites a schedule. */
export const replaceSchedule = async (
  tx: Tx,
  id: string,
  body: NewRecordingSchedule,
  now: Date,
): Promise<ScheduleRow> =>
  await tx
    .updateTable('recording_schedules')
    .set({ ...columnsOf(body), updated: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a schedule; its past recordings stay. */
export const removeSchedule = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('recording_schedules').where('id', '=', id).execute();
};

const columnsOf = (body: NewRecordingSchedule) => ({
  station_key: body.stream,
  name: body.name,
  first_day: body.begin,
  last_day: body.end,
  timezone: body.timezone,
  slots: JSON.stringify(body.slots),
  every_weeks: body.frequency,
  publish: body.publish,
  title: body.title,
});

/** Deletes a schedule's planned recordings that have not started. */
export const deletePlanned = async (tx: Tx, schedule: string, now: Date): Promise<void> => {
  await tx
    .deleteFrom('recordings')
    .where('schedule_id', '=', schedule)
    .where('state', '=', 'planned')
    .where('begins', '>', now)
    .execute();
};

export type Occurrence = { begins: Date; ends: Date };

/** Inserts planned recordings of a schedule, ignoring existing ones. Returns the new ones. */
export const insertRecordings = async (
  tx: Tx,
  schedule: ScheduleRow,
  times: readonly Occurrence[],
): Promise<{ id: string; ends: Date }[]> => {
  if (times.length === 0) return [];
  const { id, podcast_key, station_key, name, title, timezone, publish } = schedule;
  return await tx
    .insertInto('recordings')
    .values(
      times.map((time) => ({ schedule_id: id, podcast_key, station_key, name, title, timezone, publish, ...time })),
    )
    .onConflict((conflict) =>
      conflict.columns(['schedule_id', 'begins']).where('schedule_id', 'is not', null).doNothing(),
    )
    .returning(['id', 'ends'])
    .execute();
};

/** Schedules that don't end before this day, of active stations and accounts. */
export const activeSchedules = async (db: Db, day: string): Promise<ScheduleRow[]> =>
  await db
    .selectFrom('recording_schedules')
    .innerJoin('stations', 'stations.key', 'recording_schedules.station_key')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .innerJoin('podcasts', 'podcasts.key', 'recording_schedules.podcast_key')
    .selectAll('recording_schedules')
    .whereRef('podcasts.account_key', '=', 'stations.account_key')
    .where((where) =>
      where.or([where('recording_schedules.last_day', 'is', null), where('recording_schedules.last_day', '>=', day)]),
    )
    .where('stations.deleted_at', 'is', null)
    .where('stations.suspended_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.held_at', 'is', null)
    .execute();

/** The stations of an account, or only this one, that can be recorded. */
export const recordableStations = async (db: Db | Tx, account: AccountKey, only: StationKey | null) =>
  await db
    .selectFrom('stations')
    .select(['key', 'name', 'default_timezone as timezone'])
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .$if(only !== null, (query) => query.where('key', '=', only!))
    .orderBy('name')
    .orderBy('key')
    .execute();

/** A podcast's started and past recordings, the newest first. */
export const startedRecordings = async (db: Db, podcast: PodcastKey, now: Date, most: number) =>
  await db
    .selectFrom('recordings')
    .innerJoin('stations', 'stations.key', 'recordings.station_key')
    .leftJoin('episodes', 'episodes.key', 'recordings.episode_key')
    .selectAll('recordings')
    .select(['stations.name as station_name', 'episodes.title as episode_title'])
    .where('recordings.podcast_key', '=', podcast)
    .where('recordings.begins', '<=', now)
    .orderBy('recordings.begins', 'desc')
    .orderBy('recordings.id')
    .limit(most)
    .execute();

/** Recordings that ended and are no episode yet, the oldest first. */
export const dueRecordings = async (db: Db, before: Date, claimedBefore: Date, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('recordings')
    .select('id')
    .where('ends', '<=', before)
    .where(isClaimable(claimedBefore))
    .orderBy('ends')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
};

/** Claims a recording, unless another process claimed it after `claimedBefore`. */
export const claimRecording = async (
  db: Db,
  id: string,
  now: Date,
  claimedBefore: Date,
): Promise<RecordingRow | undefined> =>
  await db
    .updateTable('recordings')
    .set({ state: 'taking', claimed_at: now })
    .where('id', '=', id)
    .where(isClaimable(claimedBefore))
    .returningAll()
    .executeTakeFirst();

const isClaimable = (claimedBefore: Date) =>
  sql<boolean>`(state = 'planned' or (state = 'taking' and claimed_at < ${claimedBefore}))`;

/** Releases a claimed recording for another attempt. */
export const releaseRecording = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('recordings')
    .set({ state: 'planned', claimed_at: null })
    .where('id', '=', id)
    .where('state', '=', 'taking')
    .execute();
};

/** Marks a recording as done, with its episode. */
export const finishRecording = async (db: Db, id: string, episode: EpisodeKey, ms: number): Promise<void> => {
  await db
    .updateTable('recordings')
    .set({ state: 'done', episode_key: episode, ms, claimed_at: null })
    .where('id', '=', id)
    .execute();
};

/** Marks a recording as failed; false if it already was. */
export const failRecording = async (
  db: Db | Tx,
  id: string,
  reason: NonNullable<Recording['reason']>,
): Promise<boolean> => {
  const changed = await db
    .updateTable('recordings')
    .set({ state: 'failed', reason, claimed_at: null })
    .where('id', '=', id)
    .where('state', '=', 'taking')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
};

/** Which of these recordings may still become episodes. */
export const unfinishedAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('recordings')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', ['planned', 'taking'])
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Stations with current or planned recordings for a podcast, in locking order. */
export const recordedStations = async (tx: Tx, podcast: PodcastKey): Promise<StationKey[]> => {
  const rows = await tx
    .selectFrom('recordings')
    .select('station_key')
    .distinct()
    .where('podcast_key', '=', podcast)
    .where('state', 'in', ['planned', 'taking'])
    .orderBy('station_key')
    .execute();
  return rows.map(({ station_key }) => station_key);
};

/** E-mail addresses of those of the account's owners and admins who get e-mails about failed recordings. */
export const managersOf = async (db: Db | Tx, account: AccountKey): Promise<string[]> => {
  const rows = await db
    .selectFrom('account_members')
    .innerJoin('users', 'users.id', 'account_members.user_id')
    .select('users.email')
    .where('account_members.account_key', '=', account)
    .where(wantsEmails('users', 'recordings'))
    .orderBy('users.email')
    .execute();
  return rows.map(({ email }) => email);
};

/**
 * Podcast, account and station of a recording; `isAway` if station or account is deleted, suspended or held, or the station
 * moved.
 */
export const recordingOwner = async (db: Db, { podcast_key, station_key }: RecordingRow) =>
  await db
    .selectFrom('podcasts')
    .innerJoin('accounts', 'accounts.key', 'podcasts.account_key')
    .innerJoin('stations', (join) => join.on('stations.key', '=', station_key))
    .select([
      'podcasts.title as podcast',
      'podcasts.account_key',
      'stations.name as station',
      sql<boolean>`coalesce(stations.deleted_at, stations.suspended_at, accounts.deleted_at, accounts.suspended_at,
        accounts.held_at)
        is not null or stations.account_key <> podcasts.account_key`.as('isAway'),
    ])
    .where('podcasts.key', '=', podcast_key)
    .executeTakeFirst();

/** Deletes finished recordings older than this; their episodes stay. */
export const removeOldRecordings = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('recordings').where('ends', '<', before).where('state', 'in', ['done', 'failed']).execute();
};
