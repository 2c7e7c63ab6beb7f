import { sql, type Kysely } from 'kysely';

/** The library: indexes to search and sort by, artwork, file properties, origins, and resumable uploads. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table tracks
    add artwork text, add codec text not null default '', add bitrate int not null default 0, add url text,
    add sound_hash text,
    add search_name text collate "C" not null
      generated always as (search_text(title || ' ' || artist || ' ' || album)) stored`,
  `drop index tracks_words_trgm`,
  `create index tracks_search on tracks using gin (search_name gin_trgm_ops)`,
  `alter table tracks alter search_name set statistics 1000`,
  `create index tracks_title on tracks (station_key, lower(title), key)`,
  `create index tracks_artist on tracks (station_key, lower(artist), lower(title), key)`,
  `create index tracks_duration on tracks (station_key, duration_ms, key)`,
  `create index tracks_sound on tracks (station_key, sound_hash) where sound_hash is not null`,
  `create index tracks_bytes on tracks (station_key, sha256)`,

  `alter table upload_tasks add duplicate boolean not null default false`,
  `create index upload_tasks_station on upload_tasks (station_key)`,
  `create index upload_tasks_open on upload_tasks (created) where status = 'PROCESSING'`,

  // A resumable upload; its bytes are a file of the same name until it is complete.
  `create table resumable_uploads (
    id text primary key, station_key text not null references stations on delete cascade,
    user_id uuid references users on delete set null, filename text not null, length bigint not null,
    expires timestamptz not null, created timestamptz not null default now())`,
  `create index resumable_uploads_station on resumable_uploads (station_key)`,
  `create index resumable_uploads_expires on resumable_uploads (expires)`,
];
