import { sql, type Kysely } from 'kysely';

/** Recording schedules of stations, and the recordings that result. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // Days are text, as calendar days are not points in time.
  `create table recording_schedules (
    id uuid primary key default gen_random_uuid(),
    podcast_key text not null references podcasts on delete cascade,
    station_key text not null references stations on delete cascade,
    name text not null, first_day text not null, last_day text, timezone text not null, slots jsonb not null,
    every_weeks int not null default 1, publish text not null default 'draft', title text not null,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create index recording_schedules_podcast on recording_schedules (podcast_key, created)`,
  `create index recording_schedules_station on recording_schedules (station_key)`,

  // Each stores its schedule's settings as planned: a running recording isn't affected by changes.
  `create table recordings (
    id uuid primary key default gen_random_uuid(),
    schedule_id uuid references recording_schedules on delete set null,
    podcast_key text not null references podcasts on delete cascade,
    station_key text not null references stations on delete cascade,
    name text not null, title text not null, timezone text not null, publish text not null,
    begins timestamptz not null, ends timestamptz not null,
    state text not null default 'planned', claimed_at timestamptz, reason text, ms int,
    episode_key text references episodes on delete set null,
    created timestamptz not null default now())`,
  `create unique index recordings_once on recordings (schedule_id, begins) where schedule_id is not null`,
  `create index recordings_podcast on recordings (podcast_key, begins desc)`,
  `create index recordings_station on recordings (station_key) where state in ('planned', 'taking')`,
  `create index recordings_open on recordings (ends) where state in ('planned', 'taking')`,
  `create index recordings_episode on recordings (episode_key) where episode_key is not null`,
];
