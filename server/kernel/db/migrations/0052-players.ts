import { sql, type Kysely } from 'kysely';

/** Embeddable players of accounts, and the one that each station has from its creation. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // `settings` holds what differs from the defaults (contract/player.ts); the name of a station's own player is '' while it is the
  // station's.
  `create table players (
    key text primary key, account_key text not null references accounts on delete cascade,
    station_key text unique references stations on delete cascade, name text not null default '',
    settings jsonb not null default '{}', domains text[] not null default '{}', active boolean not null default true,
    revision int not null default 1, created timestamptz not null default now(), updated timestamptz not null default now(),
    removed_at timestamptz)`,
  'create index players_account on players (account_key) where station_key is null',
  'create index players_removed on players (removed_at) where removed_at is not null',

  `create table player_stations (
    player_key text not null references players on delete cascade,
    station_key text not null references stations on delete cascade,
    position int not null, primary key (player_key, station_key))`,
  'create index player_stations_station on player_stations (station_key)',

  // As newKey('player') in kernel/keys.ts: 22 letters, each from two bytes of a hash of 244 random bits.
  `create function new_player_key() returns text language sql volatile as $$
    select 'y-' || string_agg(substr('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
      (get_byte(hash, 2 * letter) * 256 + get_byte(hash, 2 * letter + 1)) % 58 + 1, 1), '')
    from (select sha512((gen_random_uuid()::text || gen_random_uuid()::text)::bytea) as hash offset 0) random,
      generate_series(0, 21) letter $$`,
  `create function add_player_of_station() returns trigger language plpgsql as $$
    declare added text;
    begin
      insert into players (key, account_key, station_key) values (new_player_key(), new.account_key, new.key)
        returning key into added;
      insert into player_stations (player_key, station_key, position) values (added, new.key, 0);
      return null;
    end $$`,
  `insert into players (key, account_key, station_key) select new_player_key(), account_key, key from stations`,
  `insert into player_stations (player_key, station_key, position)
    select key, station_key, 0 from players where station_key is not null`,
  `create trigger player_of_new_station after insert on stations for each row execute function add_player_of_station()`,
];
