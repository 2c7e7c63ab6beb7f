import { sql, type Kysely } from 'kysely';

/** Players of podcasts and of chosen episodes; and what players report, until it is forwarded to ClickHouse. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table players add column kind text not null default 'stations' check (kind in ('stations', 'podcast', 'playlist')),
    add column podcast_key text references podcasts on delete set null,
    add column latest int not null default 20`,
  'create index players_podcast on players (podcast_key) where podcast_key is not null',
  `create table player_episodes (
    player_key text not null references players on delete cascade,
    episode_key text not null references episodes on delete cascade,
    position int not null, primary key (player_key, episode_key))`,
  'create index player_episodes_episode on player_episodes (episode_key)',
  // Sums per player, website and quarter hour; a batch's id is the token of its insert.
  `create table player_count_batches (
    id uuid primary key default gen_random_uuid(), rows jsonb not null, received timestamptz not null default now())`,
  'create index player_count_batches_received on player_count_batches (received)',
];
