import * as z from 'zod/mini';
import { isDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { EpisodeKey, PodcastKey, StationKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';
import { overlappingSlot } from '../rules/recording-slots.ts';
import { TimeZone } from '../rules/time-zone.ts';

/*
 * The schedules that record a station into episodes of a podcast (spec §3 "Recording schedule"). A recording that has
 * begun continues to its end, even if its schedule changes.
 */

export const recordingLimits = { schedules: 20, slots: 20, shortestMin: 1, longestMin: 12 * 60, longestFrequency: 8 };

const required = z.minLength(1, 'This field is required');
const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please choose a day.'),
  z.refine((date) => isDay(date, '2000-01-01'), 'This day does not exist.'),
);
export const RecordingSlot = z.object({
  /** Minutes. */
  duration: z
    .number('Please enter a length.')
    .check(
      z.int(),
      z.gte(recordingLimits.shortestMin, 'A recording must be at least a minute long.'),
      z.lte(recordingLimits.longestMin, 'A recording can be at most 12 hours long.'),
    ),
  /** 1 is Monday. */
  daysOfWeek: z
    .array(z.number().check(z.int(), z.gte(1), z.lte(7)))
    .check(z.minLength(1, 'Please choose a day.'), z.maxLength(7)),
  /** `HH:MM` in the schedule's time zone. */
  start: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time.')),
});
export type RecordingSlot = z.infer<typeof RecordingSlot>;

const fields = {
  /** The recorded station. */
  stream: StationKey,
  name: text(100).check(required),
  /** First and last day (null: no end), in `timezone`. */
  begin: day,
  end: z.nullable(day),
  timezone: TimeZone,
  slots: z
    .array(RecordingSlot)
    .check(z.minLength(1, 'Please add a time.'), z.maxLength(recordingLimits.slots, 'Too many times.')),
  /** Every n weeks, counted from the week of `begin`. */
  frequency: z.number().check(z.int(), z.gte(1), z.lte(recordingLimits.longestFrequency)),
  /** What happens to an episode when its recording is complete. */
  publish: z.enum(['draft', 'published']),
  /** With the placeholders `{name}`, `{date}`, `{time}` and `{station}`. */
  title: text(200).check(required),
};

/** A schedule to save; refused if slots overlap, or if it ends before it begins. */
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
 * `silent`: it is recording but the station sends no audio; `unknown`: the engine can't be reached; `preparing`: it is
 * complete and becomes an episode.
 */
export const recordingStates = ['recording', 'silent', 'unknown', 'preparing', 'done', 'failed'] as const;
/** Why a recording did not become an episode. */
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
  /** Seconds of audio; less than its length if the station was off the air for a while. */
  seconds: z.nullable(z.number()),
  episode: z.nullable(z.object({ key: EpisodeKey, title: z.string() })),
});
export type Recording = z.infer<typeof Recording>;

export const RecordingTable = z.object({
  /** Whether the plan of the podcast's account includes recording. */
  allowed: z.boolean(),
  /** The stations that can be recorded. */
  stations: z.array(z.object({ key: StationKey, name: z.string(), timezone: z.string() })),
  schedules: z.array(RecordingSchedule),
  /** The next five recordings of all schedules. */
  next: z.array(
    z.object({ schedule: z.string(), name: z.string(), timezone: z.string(), begin: z.string(), end: z.string() }),
  ),
  /** Current and past recordings, newest first. */
  recordings: z.array(Recording),
});
export type RecordingTable = z.infer<typeof RecordingTable>;

const one = { podcastKey: PodcastKey, id: z.uuid() };

export const recordingSchedules = {
  table: endpoint('GET podcasts/{podcastKey}/recordingScheduleTable', {
    flag: 'recordPodcast',
    access: 'podcast.read',
    summary: 'Recording schedules of a {podcast}, the next recordings and the past ones',
    returns: RecordingTable,
  }),
  create: endpoint('POST podcasts/{podcastKey}/recordingSchedule', {
    flag: 'recordPodcast',
    access: { 'path.podcastKey': 'podcast.update', 'body.stream': 'station.readLog' },
    summary: 'Add a recording schedule',
    body: NewRecordingSchedule,
    returns: RecordingSchedule,
    status: 201,
    idempotent: true,
    changes: ['podcasts/{podcastKey}/recordingScheduleTable'],
  }),
  update: endpoint('PUT podcasts/{podcastKey}/recordingSchedule/{id}', {
    flag: 'recordPodcast',
    params: one,
    access: { 'path.podcastKey': 'podcast.update', 'body.stream': 'station.readLog' },
    summary: 'Change a recording schedule; a running recording continues to its end',
    body: NewRecordingSchedule,
    returns: RecordingSchedule,
    changes: ['podcasts/{podcastKey}/recordingScheduleTable'],
  }),
  remove: endpoint('DELETE podcasts/{podcastKey}/recordingSchedule/{id}', {
    flag: 'recordPodcast',
    params: one,
    access: 'podcast.update',
    summary: 'Delete a recording schedule; a running recording continues to its end',
    changes: ['podcasts/{podcastKey}/recordingScheduleTable'],
  }),
};
