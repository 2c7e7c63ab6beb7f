import { sql, type Kysely } from 'kysely';

/** Where a track's audio begins and ends, the cue points set by users, and those of each rendition; ms. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table tracks add sound_from_ms int, add sound_to_ms int, add starts_ms int, add ends_ms int`,
  `create index tracks_without_cues on tracks (station_key) where state = 'ready' and sound_from_ms is null`,
  `alter table renditions add from_ms int, add to_ms int`,
];
