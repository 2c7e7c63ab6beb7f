import { sql, type Kysely } from 'kysely';

/** Stations with every field of spec §3. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table stations
    add phone text not null default '', add logo text, add background text,
    add profile jsonb not null default '{}', add monitoring_settings jsonb not null default '{}',
    add reports_settings jsonb not null default '{}', add default_type int not null default 8,
    add environment text not null default '', add library_guid uuid not null default gen_random_uuid(),
    add zosa boolean not null default false, add billing_owner uuid references users on delete set null,
    add audioads boolean not null default false, add ads_txt text not null default '',
    add suspended_by_portal boolean not null default false,
    add master_key text`,
  `create index stations_master on stations (master_key) where master_key is not null`,
  `create index stations_billing_owner on stations (billing_owner) where billing_owner is not null`,
  // A person who leaves an account no longer pays for its stations.
  `create function account_left() returns trigger language plpgsql as $$
   begin
     update stations set billing_owner = null where billing_owner = old.user_id and account_key = old.account_key;
     return old;
   end $$`,
  `create trigger account_left after delete on account_members for each row execute function account_left()`,
  // Each account has one default station.
  `create unique index stations_default on stations (account_key) where 'default' = any(tags) and deleted_at is null`,
  `create index stations_country on stations (country) where deleted_at is null and environment <> 'test'`,
  `create index stations_deleted on stations (deleted_at) where deleted_at is not null`,
];
