import * as z from 'zod/mini';
import { AutoDjItem } from '../rules/autodj-item.ts';
import { RefusedPresenter } from './engine-presenters.ts';
import { TrackKey } from '../rules/keys.ts';

/*
 * What people do on the air by hand, as commands of the engine's control port. Each is on disk before its reply, and
 * each may be repeated: it names what it is about, so that the second request changes nothing.
 *
 *   POST   /stations/{key}/skip          SkipTrack   → StationState   cuts to the next track at a frame boundary
 *   POST   /stations/{key}/queue         QueueTrack  → StationState   plays before anything that the Auto DJ selects
 *   DELETE /stations/{key}/queue/{id}                → StationState
 *   PUT    /stations/{key}/stop          StopAfter   → StationState   the Auto DJ stops when this track ends
 *   DELETE /stations/{key}/stop                      → StationState   it does not stop, or continues
 *   POST   /stations/{key}/bar           KickEncoder → StationState   disconnects the encoder and refuses it for a time
 *   DELETE /stations/{key}/bar                       → StationState
 *   DELETE /stations/{key}/bar/{presenter}           → StationState   this presenter only
 *
 * A command that can't be carried out is a 409 with the text of its refusal.
 */

/** Who does it: the user's ID, for the play log, and name, for the others on the air. */
export const By = z.object({ id: z.string().check(z.maxLength(100)), name: z.string().check(z.maxLength(300)) });

/** `started`: when that play of the track began, ms since the epoch, as in the state; without it any play is meant. */
export const SkipTrack = z.object({ track: TrackKey, started: z.optional(z.number()), by: By });
export type SkipTrack = z.infer<typeof SkipTrack>;

export const queuePlaces = ['next', 'last'] as const;
/** `id` is the request's; the same one is queued once, also after it has played. */
export const QueueTrack = z.object({ id: z.uuid(), item: AutoDjItem, place: z.enum(queuePlaces), by: By });
export type QueueTrack = z.infer<typeof QueueTrack>;

/** The track that must be on the air. */
export const StopAfter = z.object({ track: TrackKey, by: By });
export type StopAfter = z.infer<typeof StopAfter>;

/**
 * `since`: the connection that is meant, as in the state; without it any. `bar_ms`: 0 lets it connect again at once.
 * With a presenter only their encoder is meant, and only they are refused.
 */
export const KickEncoder = z.object({
  since: z.optional(z.number()),
  presenter: z.optional(z.uuid()),
  bar_ms: z.number().check(z.gte(0), z.lte(3_600_000)),
});
export type KickEncoder = z.infer<typeof KickEncoder>;

/** The most tracks in a queue. */
export const queueAtMost = 50;
/** How long a stopped Auto DJ stays silent before it continues by itself, minutes: listeners would leave. */
export const stoppedMinutes = 5;

/** Why the engine refuses a command: the text of its 409. */
export const airRefusals = {
  notAutoDj: 'The station is not playing its own tracks.',
  break: 'A break is playing.',
  nothingElse: 'There is no other track to play.',
  trackOver: 'The track is over, or is being mixed into the next one.',
  queueFull: 'The queue is full.',
} as const;
export type AirRefusal = keyof typeof airRefusals;

/** A waiting track. */
export const QueuedTrack = z.object({
  id: z.string(),
  key: TrackKey,
  title: z.string(),
  artist: z.string(),
  duration_ms: z.number(),
  by: By,
});
export type QueuedTrack = z.infer<typeof QueuedTrack>;

/** `since`: when the Auto DJ stopped, ms since the epoch; null while the track still plays. */
export const AirStop = z.object({ by: By, since: z.nullable(z.number()) });

/** A request of the queue that went on the air, at `at` ms since the epoch. */
export const StartedRequest = z.object({ id: z.string(), at: z.number() });

/** What people queued, stopped and barred on a station; `barred_until` and `until` in ms since the epoch. */
export const AirControl = z.object({
  queue: z.array(QueuedTrack),
  /** The queue's request that is on the air, and those that began last, oldest first; older engines don't send them. */
  playing: z.optional(z.nullable(z.string())),
  started: z.optional(z.array(StartedRequest)),
  stop: z.nullable(AirStop),
  barred_until: z.nullable(z.number()),
  /** Presenters who are refused for a time, and those refused last, newest first; older engines don't send them. */
  barred_presenters: z.optional(z.array(z.object({ id: z.string(), until: z.number() }))),
  refused: z.optional(z.array(RefusedPresenter)),
});
export type AirControl = z.infer<typeof AirControl>;
