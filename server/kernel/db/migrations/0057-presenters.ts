import { sql, type Kysely } from 'kysely';

/** Presenters: people who may broadcast on a station with a password, and in hours of the week, of their own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // `windows` as contract/week.ts, on the station's clocks; the password is only stored as its SHA-256.
  `create table presenters (
    id uuid primary key default gen_random_uuid(), station_key text not null references stations on delete cascade,
    name text not null, user_name text not null, password_hash text not null, picture text,
    windows jsonb not null default '[]', at_end text not null default 'finish' check (at_end in ('finish', 'cut')),
    grace_minutes int not null default 0, record boolean not null default false, disabled boolean not null default false,
    created timestamptz not null default now(), updated timestamptz not null default now(),
    unique (station_key, user_name))`,
];
