import * as z from 'zod/mini';

/** What happens when a presenter's hours are over: they finish their show, or are cut off after their minutes of grace. */
export const presenterEnds = ['finish', 'cut'] as const;

/**
 * A person with an encoder password of their own. The engine decides from memory whether they may broadcast: by their
 * hours in the station's time zone, and as long as they are not disabled or barred.
 */
export const DesiredPresenter = z.object({
  id: z.uuid(),
  /** The user name of their encoder; lower case, unique in the station. */
  user: z.string(),
  name: z.string(),
  /** The key of their picture, as portals write it; the engine only passes it on. */
  picture: z.nullable(z.string()),
  /** SHA-256 of their password, in hexadecimal; passwords are random, so that it needs no salt. */
  password_hash: z.string(),
  disabled: z.boolean(),
  /** As contract/rules/week.ts; without any they may always broadcast. */
  windows: z.array(z.object({ days: z.array(z.number()), from: z.number(), to: z.number() })),
  at_end: z.enum(presenterEnds),
  grace_ms: z.number(),
  /** Whether each of their broadcasts is recorded (contract/engine/engine-recordings.ts). */
  record: z.boolean(),
});
export type DesiredPresenter = z.infer<typeof DesiredPresenter>;

/** `timezone`: IANA zone of the presenters' hours. */
export const DesiredPresenters = z.object({ timezone: z.string(), list: z.array(DesiredPresenter) });

/** A presenter who broadcasts; `until`: the end of their hours, ms since the epoch, null if they have none. */
export const AirPresenter = z.object({
  id: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  until: z.nullable(z.number()),
});
export type AirPresenter = z.infer<typeof AirPresenter>;

/** A presenter with the right password whom the engine refused, and when (ms since the epoch). */
export const RefusedPresenter = z.object({ id: z.string(), name: z.string(), reason: z.string(), at: z.number() });
export type RefusedPresenter = z.infer<typeof RefusedPresenter>;
