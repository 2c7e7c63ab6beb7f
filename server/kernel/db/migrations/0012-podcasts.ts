import { sql, type Kysely } from 'kysely';

/** Podcasts of accounts and stations, their episodes, and the tasks that prepare their audio. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table podcasts (
    key text collate "C" primary key, account_key text not null references accounts on delete cascade,
    station_key text references stations on delete cascade,
    title text not null, subtitle text not null default '', description text not null default '',
    summary text not null default '', author text not null default '', owner_name text not null default '',
    owner_email text not null default '', copyright text not null default '', link text not null default '',
    language text not null default 'en', show_type text not null default 'episodic',
    categories jsonb not null default '[]', keywords jsonb not null default '[]',
    explicit boolean not null default false, complete boolean not null default false,
    block boolean not null default false, published boolean not null default true,
    third_party_content boolean not null default false, content_rights boolean not null default false,
    image text, pretty_url text not null, parent text references podcasts on delete set null,
    locked boolean not null default true, medium text not null default 'podcast',
    funding jsonb not null default '[]', persons jsonb not null default '[]', new_feed_url text not null default '',
    guid text not null, search_name text collate "C" not null
      generated always as (search_text(title || ' ' || author)) stored,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create unique index podcasts_pretty_url on podcasts (lower(pretty_url))`,
  `create index podcasts_account on podcasts (account_key, created, key)`,
  `create index podcasts_station on podcasts (station_key, created, key) where station_key is not null`,
  `create index podcasts_title on podcasts (lower(title), key)`,
  `create index podcasts_search on podcasts using gin (search_name gin_trgm_ops)`,

  // `original` is the uploaded file, `audio` the delivered one: names in storage. Times are ms, sizes bytes.
  `create table episodes (
    key text collate "C" primary key, podcast_key text not null references podcasts on delete cascade,
    title text not null, subtitle text not null default '', description text not null default '',
    rich_description text not null default '', summary text not null default '', author text not null default '',
    tags jsonb not null default '[]', season int, episode int, episode_type text not null default 'full',
    explicit boolean not null default false, block boolean not null default false,
    published boolean not null default false, publish_date timestamptz,
    link text not null default '', image text, persons jsonb not null default '[]',
    chapters jsonb not null default '[]', guid text not null,
    original text, original_name text not null default '', original_kind text not null default '',
    original_size bigint not null default 0, original_ms int not null default 0,
    audio text, audio_size bigint not null default 0, audio_ms int not null default 0, audio_hash text,
    peaks text, edit jsonb not null default '{"cuts":[],"level":false}',
    transcript text, transcript_type text,
    upload_status text not null default 'none', upload_error text,
    search_name text collate "C" not null
      generated always as (search_text(title || ' ' || subtitle)) stored,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create index episodes_podcast on episodes (podcast_key, coalesce(publish_date, created) desc, key)`,
  `create unique index episodes_guid on episodes (podcast_key, guid)`,
  `create index episodes_search on episodes using gin (search_name gin_trgm_ops)`,

  `create table episode_tasks (
    id text primary key, podcast_key text not null references podcasts on delete cascade,
    episode_key text references episodes on delete cascade, user_id uuid references users on delete set null,
    filename text not null default '', status text not null default 'PROCESSING', progress int not null default 0,
    error_code text, error_message text, created timestamptz not null default now())`,
  `create index episode_tasks_podcast on episode_tasks (podcast_key)`,
  `create index episode_tasks_open on episode_tasks (created) where status = 'PROCESSING'`,
];
