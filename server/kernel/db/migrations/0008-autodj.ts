import { sql, type Kysely } from 'kysely';

/** The Auto DJ's playback rules, jingles, dayparts, and the changes of its playlist. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table autodj
    add column jingle_every int not null default 0,
    add column artist_minutes int not null default 0,
    add column title_minutes int not null default 0`,
  `create index if not exists playlist_tracks_track on playlist_tracks (track_key)`,

  `create table jingles (
    track_key text primary key references tracks on delete cascade,
    station_key text not null references stations on delete cascade,
    added timestamptz not null default clock_timestamp())`,
  `create index jingles_station on jingles (station_key, added)`,

  `create table day_parts (
    id uuid primary key default gen_random_uuid(), station_key text not null references stations on delete cascade,
    name text not null, days int[] not null, from_minute int not null, to_minute int not null,
    created timestamptz not null default now())`,
  `create index day_parts_station on day_parts (station_key)`,
  `create table day_part_tracks (
    day_part uuid not null references day_parts on delete cascade,
    track_key text not null references tracks on delete cascade, position int not null,
    primary key (day_part, track_key))`,
  `create index day_part_tracks_track on day_part_tracks (track_key)`,

  `create table playlist_steps (
    id bigserial primary key, station_key text not null references stations on delete cascade,
    what text not null, count int not null, title text not null, user_id uuid references users on delete set null,
    tracks text[] not null, positions double precision[] not null, at timestamptz not null default now())`,
  `create index playlist_steps_station on playlist_steps (station_key, id desc)`,
  `create index playlist_steps_user on playlist_steps (user_id)`,
];
