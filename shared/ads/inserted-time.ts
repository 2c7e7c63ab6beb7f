/** Audio of `ms` that plays at `atMs` of an episode's own audio. */
export type InsertedTime = { atMs: number; ms: number };

/** What begins or ends where audio was inserted does so to the length of a frame. */
const toleranceMs = 30;

const before = (inserted: readonly InsertedTime[], limit: number): number =>
  inserted.reduce((sum, { atMs, ms }) => sum + (atMs <= limit ? ms : 0), 0);

/** When something that begins at a time of an episode begins with the inserted audio: at an insertion, behind it. */
export const startAmong = (inserted: readonly InsertedTime[], atMs: number): number =>
  atMs + before(inserted, atMs + toleranceMs);

/** When something that ends at a time of an episode ends with the inserted audio: at an insertion, before it. */
export const endAmong = (inserted: readonly InsertedTime[], atMs: number): number =>
  atMs + before(inserted, atMs - toleranceMs);
