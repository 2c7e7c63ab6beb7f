/** Embeddable players of accounts, the one that each station has from its creation, and what players report. */
export const players: readonly string[] = [
  // `settings` holds what differs from the defaults (contract/api/player.ts); the name of a station's own player is ''
  // while it is the station's.
  `create table players (
    key text primary key, account_key text not null references accounts on delete cascade,
    station_key text unique references stations on delete cascade, name text not null default '',
    settings jsonb not null default '{}', domains text[] not null default '{}',
    active boolean not null default true, revision int not null default 1,
    created timestamptz not null default now(), updated timestamptz not null default now(), removed_at timestamptz,
    kind text not null default 'stations' check (kind in ('stations', 'podcast', 'playlist')),
    podcast_key text references podcasts on delete set null, latest int not null default 20)`,
  'create index players_account on players (account_key) where station_key is null',
  'create index players_removed on players (removed_at) where removed_at is not null',
  'create index players_podcast on players (podcast_key) where podcast_key is not null',

  `create table player_stations (
    player_key text references players on delete cascade, station_key text references stations on delete cascade,
    position int not null, primary key (player_key, station_key))`,
  'create index player_stations_station on player_stations (station_key)',

  `create table player_episodes (
    player_key text references players on delete cascade, episode_key text references episodes on delete cascade,
    position int not null, primary key (player_key, episode_key))`,
  'create index player_episodes_episode on player_episodes (episode_key)',

  // Sums per player, website and quarter hour; a batch's id is the token of its insert.
  `create table player_count_batches (
    id uuid default gen_random_uuid() primary key, rows jsonb not null, received timestamptz not null default now())`,
  'create index player_count_batches_received on player_count_batches (received)',

  // As newKey('player') in kernel/keys.ts: 22 letters, each from two bytes of a hash of 244 random bits.
  `create function new_player_key() returns text language sql volatile as $$
    select 'y-' || string_agg(substr('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
      (get_byte(hash, 2 * letter) * 256 + get_byte(hash, 2 * letter + 1)) % 58 + 1, 1), '')
    from (select sha512((gen_random_uuid()::text || gen_random_uuid()::text)::bytea) as hash offset 0) random,
      generate_series(0, 21) letter $$`,
];
