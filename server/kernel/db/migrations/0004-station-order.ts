import { sql, type Kysely } from 'kysely';

/** Stations know the name of their account, so that the list by accounts is an index, however deep its pages. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table stations add account_name text not null default ''`,
  `create function station_placed() returns trigger language plpgsql as $$
   begin
     new.account_name := coalesce((select lower(company) from accounts where key = new.account_key), '');
     return new;
   end $$`,
  `create trigger station_placed before insert or update of account_key on stations
   for each row execute function station_placed()`,
  `create function account_renamed() returns trigger language plpgsql as $$
   begin
     update stations set account_name = lower(new.company) where account_key = new.key;
     return new;
   end $$`,
  `create trigger account_renamed after update of company on accounts for each row
   when (old.company is distinct from new.company) execute function account_renamed()`,
  `alter table stations disable trigger stations_changed`,
  `update stations set account_key = account_key`,
  `alter table stations enable trigger stations_changed`,
  `create index stations_by_account on stations (account_name, account_key, lower(name), key) where deleted_at is null`,
];
