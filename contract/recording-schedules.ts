import * as z from 'zod/mini';
import { isDay } from './dates.ts';
import { endpoint } from './http.ts';
import { EpisodeKey, PodcastKey, StationKey } from './keys.ts';
import { text } from './listing.ts';
import { overlappingSlot } from './recording-slots.ts';
import { TimeZone } from './time-zone.ts';

/*
 * When a station is recorded into episodes of a podcast (spec §3 "Recording schedule"). A slot that has begun is recorded to
 * its end, whatever becomes of the schedule.
 */

export const recordingLimits = { schedules: 20, slots: 20, shortestMin: 1, longestMin: 12 * 60, longestFrequency: 8 };

const required = z.minLength(1, 'This field is required');
const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please choose a day.'),
  z.refine((date) => isDay(date, '2000-01-01'), 'There is no such day.'),
);
export const RecordingSlot = z.object({
  /** Minutes. */
  duration: z
    .number('Please enter a length.')
    .check(
      z.int(),
      z.gte(recordingLimits.shortestMin, 'A recording is at least a minute long.'),
      z.lte(recordingLimits.longestMin, 'A recording is at most 12 hours long.'),
    ),
  /** 1 is Monday. */
  daysOfWeek: z
    .array(z.number().check(z.int(), z.gte(1), z.lte(7)))
    .check(z.minLength(1, 'Please choose a day.'), z.maxLength(7)),
  /** `HH:MM` by the clocks of the schedule's time zone. */
  start: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time.')),
});
export type RecordingSlot = z.infer<typeof RecordingSlot>;

const fields = {
  /** The station that is recorded. */
  stream: StationKey,
  name: text(100).check(required),
  /** From this day to that one (null: for good), by the clocks of `timezone`. */
  begin: day,
  end: z.nullable(day),
  timezone: TimeZone,
  slots: z
    .array(RecordingSlot)
    .check(z.minLength(1, 'Please add a time.'), z.maxLength(recordingLimits.slots, 'These are too many times.')),
  /** Every so many weeks, counted from the week of `begin`. */
  frequency: z.number().check(z.int(), z.gte(1), z.lte(recordingLimits.longestFrequency)),
  /** What becomes of an episode when its recording is over. */
  publish: z.enum(['draft', 'published']),
  /** `{name}`, `{date}`, `{time}` and `{station}` are put in. */
  title: text(200).check(required),
};

/** What is asked for; whatever goes on while another slot begins, or ends before it begins, is refused. */
export const NewRecordingSchedule = z.object(fields).check(
  z.refine(({ begin, end }) => end === null || end >= begin, { path: ['end'], error: 'It ends before it begins.' }),
  z.refine(({ slots, frequency }) => overlappingSlot(slots, frequency) === undefined, {
    path: ['slots'],
    error: 'Two of these times overlap.',
  }),
);
export type NewRecordingSchedule = z.infer<typeof NewRecordingSchedule>;

export const RecordingSchedule = z.object({
  id: z.string(),
  podcastKey: PodcastKey,
  ...fields,
  slots: z.array(z.object({ duration: z.number(), daysOfWeek: z.array(z.number()), start: z.string() })),
  created: z.string(),
  updated: z.string(),
});
export type RecordingSchedule = z.infer<typeof RecordingSchedule>;

/**
 * `silent`: its time is now and the station has no sound; `unknown`: the engine can't be asked; `preparing`: it is over and
 * becomes an episode.
 */
export const recordingStates = ['recording', 'silent', 'unknown', 'preparing', 'done', 'failed'] as const;
/** Why nothing became an episode. */
export const recordingFailures = ['offAir', 'disk', 'engine', 'refused', 'abandoned'] as const;

export const Recording = z.object({
  id: z.string(),
  schedule: z.nullable(z.string()),
  name: z.string(),
  station: z.object({ key: StationKey, name: z.string() }),
  timezone: z.string(),
  begin: z.string(),
  end: z.string(),
  state: z.enum(recordingStates),
  reason: z.nullable(z.enum(recordingFailures)),
  /** Seconds of sound; less than its length where the station was off the air for a while. */
  seconds: z.nullable(z.number()),
  episode: z.nullable(z.object({ key: EpisodeKey, title: z.string() })),
});
export type Recording = z.infer<typeof Recording>;

export const RecordingTable = z.object({
  /** Whether the plan of the podcast's account includes recording. */
  allowed: z.boolean(),
  /** The stations that may be recorded. */
  stations: z.array(z.object({ key: StationKey, name: z.string(), timezone: z.string() })),
  schedules: z.array(RecordingSchedule),
  /** The next five of all schedules. */
  next: z.array(
    z.object({ schedule: z.string(), name: z.string(), timezone: z.string(), begin: z.string(), end: z.string() }),
  ),
  /** What is being recorded and what was, the newest first. */
  recordings: z.array(Recording),
});
export type RecordingTable = z.infer<typeof RecordingTable>;

const one = { podcastKey: PodcastKey, id: z.uuid() };

export const recordingSchedules = {
  table: endpoint('GET podcasts/{podcastKey}/recordingScheduleTable', {
    flag: 'recordPodcast',
    access: 'podcast.read',
    summary: 'When a station is recorded into episodes, what comes next and what was recorded',
    returns: RecordingTable,
  }),
  create: endpoint('POST podcasts/{podcastKey}/recordingSchedule', {
    flag: 'recordPodcast',
    access: { 'path.podcastKey': 'podcast.update', 'body.stream': 'station.readLog' },
    summary: 'Record a station into episodes of the podcast',
    body: NewRecordingSchedule,
    returns: RecordingSchedule,
    status: 201,
    idempotent: true,
  }),
  update: endpoint('PUT podcasts/{podcastKey}/recordingSchedule/{id}', {
    flag: 'recordPodcast',
    params: one,
    access: { 'path.podcastKey': 'podcast.update', 'body.stream': 'station.readLog' },
    summary: 'Change when is recorded; what has begun goes on to its end',
    body: NewRecordingSchedule,
    returns: RecordingSchedule,
  }),
  remove: endpoint('DELETE podcasts/{podcastKey}/recordingSchedule/{id}', {
    flag: 'recordPodcast',
    params: one,
    access: 'podcast.update',
    summary: 'Record no more; what has begun goes on to its end',
  }),
};
