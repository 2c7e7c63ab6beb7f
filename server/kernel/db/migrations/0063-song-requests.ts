import { sql, type Kysely } from 'kysely';

/** Song requests of listeners, and whether and how a station takes them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // `hours` as contract/week.ts, on the station's clocks.
  `create table song_request_settings (
    station_key text primary key references stations on delete cascade,
    enabled boolean not null, approval text not null check (approval in ('hand', 'rule')),
    songs text not null check (songs in ('playlist', 'library')), messages boolean not null,
    only_autodj boolean not null, listener_hour int not null, song_hours int not null, artist_minutes int not null,
    waiting_most int not null, hours jsonb not null default '[]')`,
  // `listener` is the hash of an address, deleted after a day.
  `create table song_requests (
    id uuid primary key default gen_random_uuid(), station_key text not null references stations on delete cascade,
    track_key text references tracks on delete set null, title text not null, artist text not null,
    name text not null, message text not null, listener text,
    state text not null default 'waiting'
      check (state in ('waiting', 'approved', 'playing', 'played', 'refused', 'removed', 'expired')),
    created timestamptz not null, decided timestamptz, decided_by uuid references users on delete set null,
    played timestamptz)`,
  `create index song_requests_station on song_requests (station_key, created desc)`,
  `create index song_requests_open on song_requests (state, created) where state in ('waiting', 'approved', 'playing')`,
  `create index song_requests_created on song_requests (created)`,
  `create index song_requests_track on song_requests (track_key)`,
];
