import { sql, type Kysely } from 'kysely';

/** Pacing: what stations can give, how good forecasts were, and what campaigns are expected to end with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // `build` is the one that counts in ClickHouse; `break_rate`: breaks in a listener hour, null before any were made.
  `create table ad_supply_stations (
    station_key text primary key references stations on delete cascade,
    build text not null, built timestamptz not null, weeks double precision not null,
    break_rate double precision, lengths jsonb not null default '[]')`,

  // Without an account: of all of the portal.
  `create table ad_accuracy (
    account_key text references accounts on delete cascade, days int not null, forecasts int not null,
    median_error double precision not null, low double precision not null, high double precision not null,
    computed timestamptz not null, unique nulls not distinct (account_key))`,

  `alter table campaigns add forecast jsonb,
    add makegood_of text references campaigns on delete set null`,
  'create index campaigns_makegood_of on campaigns (makegood_of) where makegood_of is not null',

  `alter table report_schedules drop constraint if exists report_schedules_kind_check,
    add constraint report_schedules_kind_check check (kind in ('streaming', 'podcasts', 'ctl', 'app', 'campaign'))`,
];
