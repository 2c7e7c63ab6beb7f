import type { TrackKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type TrackFacts = { artwork: string | null; duration_ms: number };

/** Artwork and duration of those of these tracks that still exist. */
export const trackFacts = async (db: Db, keys: readonly string[]): Promise<Map<string, TrackFacts>> => {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('tracks')
    .select(['key', 'artwork', 'duration_ms'])
    .where('key', 'in', keys as TrackKey[])
    .execute();
  return new Map(rows.map(({ key, ...facts }) => [key, facts]));
};
