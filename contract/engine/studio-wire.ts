import * as z from 'zod/mini';

/*
 * How the browser studio sends its sound to the engine: a WebSocket at `/studio/{mount}` of the stream port.
 *
 *   page → engine   StudioConnect (first, within 5 s), StudioTitle, and from `connected` binary messages: the bytes of
 *                   one stream of Ogg Opus or WebM, whose headers come first in every connection
 *   engine → page   StudioConnected, then StudioAir once a second; the end is a close code of `studioCloses` with its reason
 */

export const studioPath = '/studio/';

/** What a page can encode: packets of WebCodecs in Ogg pages, or MediaRecorder's WebM. */
export const studioMedia = ['audio/ogg', 'audio/webm'] as const;
export type StudioMedia = (typeof studioMedia)[number];

const title = z.string().check(z.maxLength(500));

export const StudioConnect = z.object({
  type: z.literal('connect'),
  token: z.string().check(z.maxLength(2000)),
  media: z.enum(studioMedia),
  title,
});
export type StudioConnect = z.infer<typeof StudioConnect>;
export const StudioTitle = z.object({ type: z.literal('title'), title });
export type StudioTitle = z.infer<typeof StudioTitle>;

export const StudioConnected = z.object({ type: z.literal('connected') });
/** `live`: whether listeners hear this studio; `buffered_ms`: its sound that is received and not yet on the air. */
export const StudioAir = z.object({
  type: z.literal('air'),
  live: z.boolean(),
  title: z.string(),
  buffered_ms: z.number(),
});
export type StudioAir = z.infer<typeof StudioAir>;
export const StudioReply = z.discriminatedUnion('type', [StudioConnected, StudioAir]);

/**
 * Why the engine closes a connection. `token`: another token is needed; `busy`: another encoder sends, or the station is off the air;
 * `refused`: this person may not broadcast now; `dropped`: they were disconnected by hand or by the end of their hours;
 * `broken`: the sound can't be used any longer, as after a change of the station's format.
 */
export const studioCloses = {
  malformed: 4400,
  token: 4401,
  refused: 4403,
  busy: 4409,
  dropped: 4410,
  broken: 4415,
} as const;
export type StudioClose = keyof typeof studioCloses;
