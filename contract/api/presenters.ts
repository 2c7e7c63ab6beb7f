import * as z from 'zod/mini';
import { PresenterRecording } from '../engine/engine-recordings.ts';
import { presenterEnds } from '../engine/engine-presenters.ts';
import { EncoderSettings } from './encoder-settings.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { DayPartHours } from '../rules/week.ts';

/* Presenters of a station: people with an encoder password, and hours of the week, of their own. */

export const presenterLimits = { ofStation: 100, windows: 20, graceMinutes: 120 };
/** Users that mean the station itself. */
const reservedUsers = new Set(['source', 'admin', 'relay']);

const required = z.minLength(1, 'This field is required');
const user = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^[a-z0-9][a-z0-9._-]{1,31}$/, '2 to 32 letters, digits, dots, dashes and underscores, without spaces.'),
  z.refine((text) => !reservedUsers.has(text), 'This user name is reserved.'),
);

const fields = {
  /** As listeners see it. */
  name: z.string().check(z.trim(), required, z.maxLength(60)),
  /** The user name of their encoder; lower case, unique in the station. */
  user,
  /** When they may broadcast, on the clocks of the station; at any time without any. */
  windows: z.array(DayPartHours).check(z.maxLength(presenterLimits.windows, 'Too many times.')),
  /** Whether a broadcast that is not over at the end of its hours may finish, or is cut after the minutes of grace. */
  at_end: z.enum(presenterEnds),
  grace_minutes: z
    .number('Please enter a number.')
    .check(z.int(), z.gte(0), z.lte(presenterLimits.graceMinutes, `At most ${presenterLimits.graceMinutes} minutes.`)),
  /** Whether each of their broadcasts is recorded. */
  record: z.boolean(),
  /** Refused, and disconnected, until this is false again. */
  disabled: z.boolean(),
  /** The person of the station's team who this is: public pages link to them, and theirs says when they are next on the air. */
  user_id: z.optional(z.nullable(z.uuid('Not the ID of a person.'))),
};

export const NewPresenter = z.object(fields);
export type NewPresenter = z.infer<typeof NewPresenter>;

export const Presenter = z.object({
  id: z.string(),
  ...fields,
  name: z.string(),
  user: z.string(),
  windows: z.array(z.object({ days: z.array(z.number()), from: z.number(), to: z.number() })),
  grace_minutes: z.number(),
  user_id: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  created: z.string(),
});
export type Presenter = z.infer<typeof Presenter>;

/** Shown once: only its hash is stored. */
const WithPassword = z.object({ presenter: Presenter, password: z.string(), encoder: EncoderSettings });
export type PresenterPassword = z.infer<typeof WithPassword>;

/** A recorded broadcast; `seconds` of audio. It is deleted at `expires`. */
const RecordedBroadcast = z.object({
  id: z.string(),
  begin: z.string(),
  end: z.nullable(z.string()),
  seconds: z.number(),
  bytes: z.number(),
  reason: PresenterRecording.shape.reason,
  expires: z.string(),
});
export type RecordedBroadcast = z.infer<typeof RecordedBroadcast>;

const one = { id: z.uuid() };
const recorded = { id: z.uuid(), recording: z.uuid() };
const Picture = { form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } } } as const;

export const presenters = {
  list: endpoint('GET stations/{key}/presenters', {
    access: 'station.readPresenters',
    summary: 'The presenters of a station, and the time zone of their hours',
    returns: z.object({ timezone: z.string(), presenters: z.array(Presenter) }),
    spec: 'own',
  }),
  create: endpoint('POST stations/{key}/presenters', {
    access: 'station.managePresenters',
    summary: 'Add a presenter; the password in the reply is shown only here',
    body: NewPresenter,
    returns: WithPassword,
    status: 201,
    spec: 'own',
    changes: ['stations/{key}/presenters'],
  }),
  update: endpoint('PUT stations/{key}/presenters/{id}', {
    access: 'station.managePresenters',
    summary: 'Change a presenter; who is disabled is disconnected at once',
    params: one,
    body: NewPresenter,
    returns: Presenter,
    spec: 'own',
    changes: ['stations/{key}/presenters'],
  }),
  remove: endpoint('DELETE stations/{key}/presenters/{id}', {
    access: 'station.managePresenters',
    summary: 'Delete a presenter, who is disconnected at once',
    params: one,
    spec: 'own',
    changes: ['stations/{key}/presenters'],
  }),
  newPassword: endpoint('POST stations/{key}/presenters/{id}/password', {
    access: 'station.managePresenters',
    summary: 'Create a new password for a presenter; an encoder with the old one is disconnected',
    params: one,
    returns: WithPassword,
    spec: 'own',
    changes: ['stations/{key}/presenters'],
  }),
  setPicture: endpoint('PUT stations/{key}/presenters/{id}/picture', {
    access: 'station.managePresenters',
    summary: 'Replace the picture of a presenter, cropped to a square',
    params: one,
    ...Picture,
    returns: Presenter,
    spec: 'own',
    changes: ['stations/{key}/presenters'],
  }),
  removePicture: endpoint('DELETE stations/{key}/presenters/{id}/picture', {
    access: 'station.managePresenters',
    summary: 'Remove the picture of a presenter',
    params: one,
    returns: Presenter,
    spec: 'own',
    changes: ['stations/{key}/presenters'],
  }),
  recordings: endpoint('GET stations/{key}/presenters/{id}/recordings', {
    access: 'station.readLog',
    summary: 'The recorded broadcasts of a presenter, newest first',
    params: one,
    returns: z.object({ recordings: z.array(RecordedBroadcast) }),
    spec: 'own',
  }),
  recordingLink: endpoint('GET stations/{key}/presenters/{id}/recordings/{recording}', {
    access: 'station.readLog',
    seeAs: false,
    summary: 'Links to play and download a recorded broadcast',
    params: recorded,
    returns: z.object({ url: z.string(), download_url: z.string() }),
    spec: 'own',
  }),
  removeRecording: endpoint('DELETE stations/{key}/presenters/{id}/recordings/{recording}', {
    access: 'station.managePresenters',
    summary: 'Delete a recorded broadcast',
    params: recorded,
    spec: 'own',
    changes: ['stations/{key}/presenters/{id}/recordings'],
  }),
  recordingAudio: endpoint('GET broadcasts/{key}/{recording}', {
    base: 'media',
    access: 'token:log',
    summary: 'The audio of a recorded broadcast, by a signed link; supports byte ranges',
    params: { key: StationKey, recording: z.uuid() },
    query: { token: z.string(), name: z.optional(z.string().check(z.trim(), z.maxLength(300))) },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
};
