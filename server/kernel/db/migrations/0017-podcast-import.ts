import { sql, type Kysely } from 'kysely';

/** Feed imports, the result for each episode, and the codes that prove the ownership of a locked feed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table podcast_imports (
    id text primary key, podcast_key text not null references podcasts on delete cascade,
    user_id uuid references users on delete set null, feed_url text not null,
    state text not null default 'running', notes jsonb not null default '[]',
    created timestamptz not null default now(), ended timestamptz)`,
  `create unique index podcast_imports_running on podcast_imports (podcast_key) where state = 'running'`,
  `create index podcast_imports_podcast on podcast_imports (podcast_key, created)`,

  // 'handed': its audio is being prepared; the episode has the result until it is settled here.
  `create table podcast_import_items (
    import_id text not null references podcast_imports on delete cascade, position int not null,
    guid text not null, title text not null, published timestamptz, item jsonb not null,
    state text not null default 'waiting', progress int not null default 0, reason text,
    notes jsonb not null default '[]', episode_key text references episodes on delete set null,
    primary key (import_id, position))`,
  `create index podcast_import_items_episode on podcast_import_items (episode_key) where episode_key is not null`,

  `create table podcast_import_proofs (
    user_id uuid not null references users on delete cascade, feed_url text not null, email text not null,
    code_hash text not null, tries int not null default 0, expires_at timestamptz not null,
    created timestamptz not null default now(), primary key (user_id, feed_url))`,
  `create table podcast_import_letters (email text not null, sent timestamptz not null)`,
  `create index podcast_import_letters_email on podcast_import_letters (email, sent)`,
];
