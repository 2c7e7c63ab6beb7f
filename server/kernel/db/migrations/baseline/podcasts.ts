/** Podcasts and their episodes: feeds, imports, recordings, delivery and listings. */
export const podcasts: readonly string[] = [
  `create table podcasts (
    key text collate "C" primary key, account_key text not null references accounts on delete cascade,
    station_key text references stations on delete cascade, title text not null, subtitle text not null default '',
    description text not null default '', summary text not null default '', author text not null default '',
    owner_name text not null default '', owner_email text not null default '', copyright text not null default '',
    link text not null default '', language text not null default 'en', show_type text not null default 'episodic',
    categories jsonb not null default '[]', keywords jsonb not null default '[]',
    explicit boolean not null default false, complete boolean not null default false,
    block boolean not null default false, published boolean not null default true,
    third_party_content boolean not null default false, content_rights boolean not null default false, image text,
    pretty_url text not null, parent text references podcasts on delete set null,
    locked boolean not null default true, medium text not null default 'podcast',
    funding jsonb not null default '[]', persons jsonb not null default '[]', new_feed_url text not null default '',
    guid text not null,
    search_name text collate "C" not null generated always as (search_text(title || ' ' || author)) stored,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  'alter table resumable_uploads add foreign key (podcast_key) references podcasts on delete cascade',
  'create unique index podcasts_pretty_url on podcasts (lower(pretty_url))',
  'create index podcasts_account on podcasts (account_key, created, key)',
  'create index podcasts_station on podcasts (station_key, created, key) where station_key is not null',
  'create index podcasts_title on podcasts (lower(title), key)',
  'create index podcasts_search on podcasts using gin (search_name gin_trgm_ops)',

  // `original` is the uploaded file, `audio` the delivered one: names in storage. Times are ms, sizes bytes.
  // `audio_tags` is the data written into the file's tags, `wanted_edit` the edit that is being rendered.
  `create table episodes (
    key text collate "C" primary key, podcast_key text not null references podcasts on delete cascade,
    title text not null, subtitle text not null default '', description text not null default '',
    rich_description text not null default '', summary text not null default '', author text not null default '',
    tags jsonb not null default '[]', season int, episode int, episode_type text not null default 'full',
    explicit boolean not null default false, block boolean not null default false,
    published boolean not null default false, publish_date timestamptz, link text not null default '', image text,
    persons jsonb not null default '[]', chapters jsonb not null default '[]', guid text not null, original text,
    original_name text not null default '', original_kind text not null default '',
    original_size bigint not null default 0, original_ms int not null default 0, audio text,
    audio_size bigint not null default 0, audio_ms int not null default 0, audio_hash text, peaks text,
    edit jsonb not null default '{"cuts": [], "level": false}', transcript text, transcript_type text,
    upload_status text not null default 'none', upload_error text,
    search_name text collate "C" not null generated always as (search_text(title || ' ' || subtitle)) stored,
    created timestamptz not null default now(), updated timestamptz not null default now(),
    original_channels int not null default 2, audio_tags text not null default '', wanted_edit jsonb)`,
  'alter table resumable_uploads add foreign key (episode_key) references episodes on delete cascade',
  'create index episodes_podcast on episodes (podcast_key, coalesce(publish_date, created) desc, key)',
  'create unique index episodes_guid on episodes (podcast_key, guid)',
  'create index episodes_search on episodes using gin (search_name gin_trgm_ops)',

  `create table episode_tasks (
    id text primary key, podcast_key text not null references podcasts on delete cascade,
    episode_key text references episodes on delete cascade, user_id uuid references users on delete set null,
    filename text not null default '', status text not null default 'PROCESSING', progress int not null default 0,
    error_code text, error_message text, created timestamptz not null default now(), original text,
    original_kind text not null default '', original_size bigint not null default 0, edit jsonb,
    updated timestamptz not null default now())`,
  'create index episode_tasks_podcast on episode_tasks (podcast_key)',
  `create index episode_tasks_open on episode_tasks (created) where status = 'PROCESSING'`,
  `create index episode_tasks_episode on episode_tasks (episode_key) where status = 'PROCESSING'`,

  // Files in storage that nothing references, or not yet: removed after their grace period.
  `create table orphaned_files (
    file text constraint loose_files_file_not_null not null constraint loose_files_pkey primary key,
    remove_after timestamptz constraint loose_files_remove_after_not_null not null)`,
  'create index loose_files_remove_after on orphaned_files (remove_after)',

  // `websub` and `podping` identify the version of the feed in the last notification.
  `create table podcast_feeds (
    podcast_key text collate "C" primary key references podcasts on delete cascade,
    revision bigint not null default 1, changed timestamptz not null default clock_timestamp(),
    websub text not null default '', podping text not null default '')`,

  // A feed with a new URL stays available at its former ones, until another podcast takes them.
  `create table podcast_former_urls (
    pretty_url text constraint podcast_former_addresses_pretty_url_not_null not null constraint podcast_former_addresses_pkey primary key,
    podcast_key text collate "C" constraint podcast_former_addresses_podcast_key_not_null not null constraint podcast_former_addresses_podcast_key_fkey references podcasts on delete cascade)`,
  'create index podcast_former_addresses_podcast on podcast_former_urls (podcast_key)',

  // A batch of one spool, with its number there; `verdicts` are its rows once they were judged.
  `create table podcast_request_batches (
    source text, batch bigint, requests jsonb not null, verdicts jsonb,
    received timestamptz constraint podcast_request_batches_taken_not_null not null default now(),
    impressions jsonb not null default '[]', primary key (source, batch))`,
  'create index podcast_request_batches_taken on podcast_request_batches (received, source, batch)',

  // One listener's day with one episode: the bytes of the file `hash` that the listener got since `began`, and the
  // request that was counted as a download.
  `create table podcast_listens (
    episode_key text, listener text, began timestamptz not null, hash text not null, ranges jsonb not null,
    counted_by text, primary key (episode_key, listener))`,
  'create index podcast_listens_began on podcast_listens (began)',

  // A deleted episode replies 410 permanently, however it was deleted.
  `create table deleted_episodes (
    key text collate "C" primary key, deleted timestamptz not null default now())`,

  `create table podcast_imports (
    id text primary key, podcast_key text not null references podcasts on delete cascade,
    user_id uuid references users on delete set null, feed_url text not null, state text not null default 'running',
    notes jsonb not null default '[]', created timestamptz not null default now(), ended timestamptz)`,
  `create unique index podcast_imports_running on podcast_imports (podcast_key) where state = 'running'`,
  'create index podcast_imports_podcast on podcast_imports (podcast_key, created)',

  // 'handed': its audio is being prepared; the episode has the result until it is settled here.
  `create table podcast_import_items (
    import_id text references podcast_imports on delete cascade, position int, guid text not null,
    title text not null, published timestamptz, item jsonb not null, state text not null default 'waiting',
    progress int not null default 0, reason text, notes jsonb not null default '[]',
    episode_key text references episodes on delete set null, primary key (import_id, position))`,
  'create index podcast_import_items_episode on podcast_import_items (episode_key) where episode_key is not null',

  `create table podcast_import_proofs (
    user_id uuid references users on delete cascade, feed_url text, email text not null, code_hash text not null,
    tries int not null default 0, expires_at timestamptz not null, created timestamptz not null default now(),
    primary key (user_id, feed_url))`,

  `create table podcast_import_emails (
    email text constraint podcast_import_letters_email_not_null not null,
    sent timestamptz constraint podcast_import_letters_sent_not_null not null)`,
  'create index podcast_import_letters_email on podcast_import_emails (email, sent)',

  // Days are text, as calendar days are not points in time.
  `create table recording_schedules (
    id uuid default gen_random_uuid() primary key, podcast_key text not null references podcasts on delete cascade,
    station_key text not null references stations on delete cascade, name text not null, first_day text not null,
    last_day text, timezone text not null, slots jsonb not null, every_weeks int not null default 1,
    publish text not null default 'draft', title text not null, created timestamptz not null default now(),
    updated timestamptz not null default now())`,
  'create index recording_schedules_podcast on recording_schedules (podcast_key, created)',
  'create index recording_schedules_station on recording_schedules (station_key)',

  // Each stores its schedule's settings as planned: a running recording isn't affected by changes.
  `create table recordings (
    id uuid default gen_random_uuid() primary key,
    schedule_id uuid references recording_schedules on delete set null,
    podcast_key text not null references podcasts on delete cascade,
    station_key text not null references stations on delete cascade, name text not null, title text not null,
    timezone text not null, publish text not null, begins timestamptz not null, ends timestamptz not null,
    state text not null default 'planned', claimed_at timestamptz, reason text, ms int,
    episode_key text references episodes on delete set null, created timestamptz not null default now())`,
  'create unique index recordings_once on recordings (schedule_id, begins) where schedule_id is not null',
  'create index recordings_podcast on recordings (podcast_key, begins desc)',
  `create index recordings_station on recordings (station_key) where state in ('planned', 'taking')`,
  `create index recordings_open on recordings (ends) where state in ('planned', 'taking')`,
  'create index recordings_episode on recordings (episode_key) where episode_key is not null',

  // `checked` is the time of the last check, `seen` when the listing was last found to be this podcast.
  `create table distribution (
    podcast_key text collate "C" references podcasts on delete cascade, platform text, state text not null,
    url text not null default '', finding text not null default '', checked timestamptz, seen timestamptz,
    updated timestamptz not null default now(), primary key (podcast_key, platform))`,
  `create index distribution_due on distribution (checked) where state <> 'not_submitted'`,

  `create table podcast_ads (
    podcast_key text collate "C" primary key references podcasts on delete cascade, enabled boolean not null,
    pre_roll int not null, mid_roll int not null, post_roll int not null, mid_rule text not null,
    interval_minutes int not null, updated timestamptz not null default now())`,

  `create table episode_ads (
    episode_key text collate "C" primary key references episodes on delete cascade, opt_out boolean not null,
    own jsonb, updated timestamptz not null default now())`,

  `create function podcast_url_changed() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and lower(new.pretty_url) <> lower(old.pretty_url) then
       insert into podcast_former_urls values (lower(old.pretty_url), old.key)
         on conflict (pretty_url) do update set podcast_key = excluded.podcast_key;
     end if;
     delete from podcast_former_urls where pretty_url = lower(new.pretty_url);
     return null;
   end $$`,
  `create trigger podcast_address after insert or update of pretty_url on podcasts
     for each row execute function podcast_url_changed()`,
  `create function podcast_feed_of_podcast() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then insert into podcast_feeds (podcast_key) values (new.key);
     else perform podcast_feed_changed(new.key); end if;
     return null;
   end $$`,
  `create trigger podcast_feed after insert or update on podcasts
     for each row execute function podcast_feed_of_podcast()`,
  `create function episode_deleted() returns trigger language plpgsql as $$
    begin
      insert into orphaned_files (file, remove_after)
        select file, now() from unnest(array[old.original, old.audio, old.peaks, old.transcript,
          'podcast-images/' || old.image || '.jpg', 'podcast-images/' || old.image || '.webp']) as file
        where file is not null
        on conflict (file) do update set remove_after = excluded.remove_after;
      return null;
    end $$`,
  'create trigger episode_gone after delete on episodes for each row execute function episode_deleted()',
  // For every table whose rows reference their podcast.
  `create function podcast_feed_of_part() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' then perform podcast_feed_changed(old.podcast_key); end if;
     if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.podcast_key <> old.podcast_key) then
       perform podcast_feed_changed(new.podcast_key);
     end if;
     return null;
   end $$`,
  `create trigger podcast_feed after insert or update or delete on episodes
     for each row execute function podcast_feed_of_part()`,
  `create function keep_deleted_episode() returns trigger language plpgsql as $$
    begin
      insert into deleted_episodes (key) values (old.key) on conflict do nothing;
      return old;
    end $$`,
  'create trigger episodes_deleted after delete on episodes for each row execute function keep_deleted_episode()',
  `create function episode_task_deleted() returns trigger language plpgsql as $$
    begin
      insert into orphaned_files (file, remove_after) values (old.original, now())
        on conflict (file) do update set remove_after = excluded.remove_after;
      return null;
    end $$`,
  `create trigger episode_task_gone after delete on episode_tasks for each row
    when (old.status = 'PROCESSING' and old.original is not null) execute function episode_task_deleted()`,
  `create trigger podcast_feed after insert or update or delete on recording_schedules
           for each row execute function podcast_feed_of_part()`,
  `create trigger podcast_feed after insert or update or delete on recordings
           for each row execute function podcast_feed_of_part()`,
  // Each change gets a separate second, the resolution of Last-Modified.
  `create function podcast_feed_changed(podcast text) returns void language sql as $$
     update podcast_feeds set revision = revision + 1,
       changed = greatest(clock_timestamp(), changed + interval '1 second') where podcast_key = podcast
   $$`,
];
