import type { TrackKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type KnownTrack = { isrc: string; label: string; lasts: number };
/** What is known of these tracks now; those that are gone are missing. */
export type KnowsTracks = (keys: readonly TrackKey[]) => Promise<ReadonlyMap<string, KnownTrack>>;

/** Reads it from the libraries. */
export const knownTracks =
  (db: Db): KnowsTracks =>
  async (keys) => {
    if (keys.length === 0) return new Map();
    const rows = await db
      .selectFrom('tracks')
      .select(['key', 'isrc', 'label', 'duration_ms as lasts'])
      .where('key', 'in', [...new Set(keys)])
      .execute();
    return new Map(rows.map(({ key, ...known }) => [key, known]));
  };
