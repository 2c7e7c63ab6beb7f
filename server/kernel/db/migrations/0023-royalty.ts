import { sql, type Kysely } from 'kysely';

/**
 * Royalty reports: identification of recordings, an account's report settings, and corrections of its encoders' titles.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table tracks add isrc text not null default '', add label text not null default ''`,

  `create table royalty_settings (
    account_key text primary key references accounts on delete cascade,
    service_name text not null, category text not null, territory text not null, per_station boolean not null,
    station_names jsonb not null default '{}', updated timestamptz not null default now())`,

  `create table royalty_corrections (
    account_key text not null references accounts on delete cascade, raw text not null, shown text not null,
    kind text not null, artist text not null, title text not null, album text not null, label text not null,
    isrc text not null, updated timestamptz not null default now(), primary key (account_key, raw))`,
];
