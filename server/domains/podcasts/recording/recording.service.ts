import type { PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Recording, RecordingSchedule, RecordingTable } from '#contract/api/recording-schedules.ts';
import { nextSlotTimes, recurrenceRule, type SlotPlan } from '#contract/rules/recording-slots.ts';
import { titleOfRecording } from '#contract/rules/recording-title.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import { getPodcast } from '../podcasts.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import type { RecordingEngine } from './recording-engine.ts';
import { startedRecordings, recordableStations, schedulesOf, type ScheduleRow } from './recording.repo.ts';

export { chaptersOf } from './recording-chapters.ts';

const maxNext = 5;
const maxRecordings = 30;
/** How long a request waits for the engine. */
const engineTimeoutMs = 1500;

/** A podcast's recording schedules, and its next, current and past recordings. */
export const recordingTable = async (
  { db, clock, engine }: Pick<Kernel, 'db' | 'clock'> & { engine: RecordingEngine },
  key: PodcastKey,
  who: Person,
): Promise<RecordingTable> => {
  const podcast = await getPodcast({ db }, key);
  const now = clock.now();
  const [plan, stations, schedules, started] = await Promise.all([
    featuresOfAccount(db, podcast.account_key),
    recordableStations(db, podcast.account_key, podcast.station_key),
    schedulesOf(db, key),
    startedRecordings(db, key, now, maxRecordings),
  ]);
  const isRecording = started.some(({ state, ends }) => state === 'planned' && ends > now);
  const engineStates = isRecording ? await engine.list(engineTimeoutMs).catch(() => undefined) : undefined;
  return {
    allowed: hasFeature('podcastRecording', { isPortalAdmin: who.isPortalAdmin, plan }),
    stations: stations.map((one) => ({ ...one, timezone: knownZone(one.timezone) })),
    schedules: schedules.map(presentSchedule),
    next: nextOf(schedules, now.getTime()).slice(0, maxNext),
    recordings: started.map((row) => present(row, now, engineStates)),
  };
};

/** A schedule as the API presents it. */
export const presentSchedule = (row: ScheduleRow): RecordingSchedule => ({
  id: row.id,
  podcastKey: row.podcast_key,
  stream: row.station_key,
  name: row.name,
  begin: row.first_day,
  end: row.last_day,
  timezone: row.timezone,
  slots: row.slots,
  frequency: row.every_weeks,
  publish: row.publish,
  title: row.title,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
});

/** The part of a schedule that determines its times. */
export const slotPlanOf = (row: ScheduleRow): SlotPlan => ({
  begin: row.first_day,
  end: row.last_day,
  timezone: knownZone(row.timezone),
  frequency: row.every_weeks,
  slots: row.slots,
});

export type UpcomingRecording = {
  /** Stable as long as the schedule isn't changed. */
  id: string;
  /** The title its episode will get. */
  title: string;
  station: StationKey;
  begin: Date;
  end: Date;
  /** It is being recorded now. */
  isLive: boolean;
};

/** A podcast's current and next recordings in order, for its feed (`podcast:liveItem`). */
export const upcomingRecordings = async (db: Db, key: PodcastKey, now: Date): Promise<UpcomingRecording[]> => {
  const [schedules, started] = await Promise.all([schedulesOf(db, key), startedRecordings(db, key, now, maxNext)]);
  const stations = new Map(
    schedules.length + started.length === 0 ? [] : await stationNames(db, key, [...schedules, ...started]),
  );
  const live = started
    .filter(({ state, ends }) => state === 'planned' && ends > now)
    .map((row) => ({ ...row, begin: row.begins.getTime(), end: row.ends.getTime(), isLive: true }));
  const next = schedules.flatMap((row) =>
    nextSlotTimes(slotPlanOf(row), now.getTime() + 1, maxNext).map((time) => ({
      ...row,
      ...time,
      schedule_id: row.id,
      isLive: false,
    })),
  );
  return [...live, ...next]
    .filter(({ station_key }) => stations.has(station_key))
    .toSorted((a, b) => a.begin - b.begin)
    .slice(0, maxNext)
    .map((one) => ({
      id: `${one.schedule_id ?? one.id}-${one.begin}`,
      title: titleOfRecording(one.title, { ...one, station: stations.get(one.station_key) ?? '' }),
      station: one.station_key,
      begin: new Date(one.begin),
      end: new Date(one.end),
      isLive: one.isLive,
    }));
};

export type UpdateFrequency = { rrule: string; text: string };

/** How often episodes are published according to the active schedules, for the feed (`podcast:updateFrequency`). */
export const updateFrequencyOf = async (db: Db, key: PodcastKey, now: Date): Promise<UpdateFrequency | undefined> => {
  const plans = (await schedulesOf(db, key))
    .map(slotPlanOf)
    .filter((plan) => nextSlotTimes(plan, now.getTime(), 1).length > 0);
  if (plans.length === 0) return undefined;
  const frequency = Math.min(...plans.map((plan) => plan.frequency));
  const slots = plans.filter((plan) => plan.frequency === frequency).flatMap((plan) => plan.slots);
  const ends = plans.flatMap(({ end }) => end ?? []);
  const end = ends.length < plans.length ? null : ends.reduce((last, one) => (one > last ? one : last));
  const days = [...new Set(slots.flatMap(({ daysOfWeek }) => daysOfWeek))].toSorted((a, b) => a - b);
  const interval = frequency === 1 ? 'Weekly' : `Every ${frequency} weeks`;
  return {
    rrule: recurrenceRule({ frequency, slots, end }),
    text: days.length === 7 && frequency === 1 ? 'Daily' : `${interval} on ${listDays(days)}`,
  };
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const listDays = (days: readonly number[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(days.map((day) => weekdays[day - 1]!));

/** Names of these rows' stations, without those that are deleted or belong to another account. */
const stationNames = async (
  db: Db,
  podcast: PodcastKey,
  rows: readonly { station_key: StationKey }[],
): Promise<[StationKey, string][]> => {
  const found = await db
    .selectFrom('stations')
    .innerJoin('podcasts', 'podcasts.account_key', 'stations.account_key')
    .select(['stations.key', 'stations.name'])
    .where('podcasts.key', '=', podcast)
    .where('stations.key', 'in', [...new Set(rows.map(({ station_key }) => station_key))])
    .where('stations.deleted_at', 'is', null)
    .execute();
  return found.map(({ key, name }) => [key, name]);
};

const nextOf = (schedules: readonly ScheduleRow[], now: number): RecordingTable['next'] =>
  schedules
    .flatMap((row) =>
      nextSlotTimes(slotPlanOf(row), now, maxNext).map((time) => ({
        schedule: row.id,
        name: row.name,
        timezone: knownZone(row.timezone),
        begin: new Date(time.begin).toISOString(),
        end: new Date(time.end).toISOString(),
      })),
    )
    .toSorted((a, b) => (a.begin < b.begin ? -1 : 1));

type EngineStates = Awaited<ReturnType<RecordingEngine['list']>>;
type StartedRow = Awaited<ReturnType<typeof startedRecordings>>[number];

const present = (row: StartedRow, now: Date, engineStates: EngineStates | undefined): Recording => ({
  id: row.id,
  schedule: row.schedule_id,
  name: row.name,
  station: { key: row.station_key, name: row.station_name },
  timezone: knownZone(row.timezone),
  begin: row.begins.toISOString(),
  end: row.ends.toISOString(),
  state: stateOf(row, now, engineStates),
  reason: row.reason,
  seconds: row.ms === null ? null : Math.round(row.ms / 1000),
  episode: row.episode_key === null ? null : { key: row.episode_key, title: row.episode_title ?? '' },
});

const stateOf = (
  { id, state, ends }: StartedRow,
  now: Date,
  engineStates: EngineStates | undefined,
): Recording['state'] => {
  if (state === 'done' || state === 'failed') return state;
  if (state === 'taking' || ends <= now) return 'preparing';
  const known = engineStates?.find((one) => one.id === id);
  if (!known) return 'unknown';
  return known.state === 'recording' ? 'recording' : 'silent';
};
