import { sql, type Kysely } from 'kysely';

/**
 * A relay and its master belong to one account, deleted or not: repairs pairs that were separated, and prevents new
 * ones.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `update stations relay set master_key = null from stations master
    where master.key = relay.master_key and master.account_key <> relay.account_key`,
  `create function refuse_relay_of_another_account() returns trigger language plpgsql as $$
  begin
    if exists (select from stations other where other.account_key <> new.account_key
        and (other.key = new.master_key or other.master_key = new.key)) then
      raise exception 'station % would be a relay or the master of a station of another account', new.key
        using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end $$`,
  `create trigger stations_master_of_one_account after update of account_key, master_key on stations
    for each row when (new.account_key is distinct from old.account_key or new.master_key is distinct from old.master_key)
    execute function refuse_relay_of_another_account()`,
  `create trigger stations_new_relay_of_one_account after insert on stations
    for each row when (new.master_key is not null) execute function refuse_relay_of_another_account()`,
];
