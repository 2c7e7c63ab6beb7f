import type { TrackKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type KnownTrack = { isrc: string; label: string; lasts: number };
/** Looks up the current details of these tracks; deleted ones are missing. */
export type LookupTracks = (keys: readonly TrackKey[]) => Promise<ReadonlyMap<string, KnownTrack>>;

/** Reads them from the libraries. */
export const trackLookup =
  (db: Db): LookupTracks =>
  async (keys) => {
    if (keys.length === 0) return new Map();
    const rows = await db
      .selectFrom('tracks')
      .select(['key', 'isrc', 'label', 'duration_ms as lasts'])
      .where('key', 'in', [...new Set(keys)])
      .execute();
    return new Map(rows.map(({ key, ...known }) => [key, known]));
  };
