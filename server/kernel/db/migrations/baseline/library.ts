/** Tracks with their renditions, playlists and the Auto DJ, and uploads. */
export const library: readonly string[] = [
  `create table tracks (
    key text primary key, station_key text not null references stations on delete cascade, title text not null,
    artist text not null default '', album text not null default '', duration_ms int not null default 0,
    size bigint not null default 0, filename text not null, original text not null, sha256 text not null,
    loudness real, true_peak real, state text not null check (state in ('preparing', 'ready', 'failed')),
    created timestamptz not null default now(), updated timestamptz not null default now(), artwork text,
    codec text not null default '', bitrate int not null default 0, url text, sound_hash text,
    search_name text collate "C" not null generated always as (search_text(title || ' ' || artist || ' ' || album)) stored,
    isrc text not null default '', label text not null default '', sound_from_ms int, sound_to_ms int,
    starts_ms int, ends_ms int)`,
  'alter table song_requests add foreign key (track_key) references tracks on delete set null',
  'create index tracks_station on tracks (station_key, created desc, key)',
  'create index tracks_search on tracks using gin (search_name gin_trgm_ops)',
  'create index tracks_title on tracks (station_key, lower(title), key)',
  'create index tracks_artist on tracks (station_key, lower(artist), lower(title), key)',
  'create index tracks_duration on tracks (station_key, duration_ms, key)',
  'create index tracks_sound on tracks (station_key, sound_hash) where sound_hash is not null',
  'create index tracks_bytes on tracks (station_key, sha256)',
  `create index tracks_without_cues on tracks (station_key) where state = 'ready' and sound_from_ms is null`,
  'alter table tracks alter search_name set statistics 1000',

  `create table renditions (
    track_key text references tracks on delete cascade, codec text, bitrate int, sample_rate int, channels int,
    path text not null, size bigint not null, duration_ms int not null, created timestamptz not null default now(),
    from_ms int, to_ms int, primary key (track_key, codec, bitrate, sample_rate, channels))`,

  `create table playlist_tracks (
    station_key text references stations on delete cascade, track_key text references tracks on delete cascade,
    position double precision not null, primary key (station_key, track_key))`,
  'create index playlist_tracks_order on playlist_tracks (station_key, position)',
  'create index playlist_tracks_track on playlist_tracks (track_key)',

  `create table autodj (
    station_key text primary key references stations on delete cascade, shuffle boolean not null default false,
    revision bigint not null default 1, applied_revision bigint not null default 1,
    generation bigint not null default 1, jingle_every int not null default 0,
    artist_minutes int not null default 0, title_minutes int not null default 0,
    playlist_weight int not null default 1)`,

  `create table upload_tasks (
    id text primary key, station_key text not null references stations on delete cascade, user_id uuid,
    filename text not null, track_key text, status text not null default 'PROCESSING',
    progress int not null default 0, error_code text, error_message text,
    created timestamptz not null default now(), updated timestamptz not null default now(),
    duplicate boolean not null default false)`,
  'create index upload_tasks_station on upload_tasks (station_key)',
  `create index upload_tasks_open on upload_tasks (created) where status = 'PROCESSING'`,

  // A resumable upload; its bytes are a file of the same name until it is complete. A request has its turn until it
  // ends, or its process has not renewed `turn_at` for a few seconds.
  `create table resumable_uploads (
    id text primary key, station_key text references stations on delete cascade,
    user_id uuid references users on delete set null, filename text not null, length bigint not null,
    expires timestamptz not null, created timestamptz not null default now(), podcast_key text, episode_key text,
    received bigint not null default 0, turn uuid, turn_at timestamptz,
    constraint resumable_uploads_owner check ((station_key is null) <> (podcast_key is null)))`,
  'create index resumable_uploads_station on resumable_uploads (station_key)',
  'create index resumable_uploads_expires on resumable_uploads (expires)',
  'create index resumable_uploads_podcast on resumable_uploads (podcast_key) where podcast_key is not null',

  `create table jingles (
    track_key text primary key references tracks on delete cascade,
    station_key text not null references stations on delete cascade,
    added timestamptz not null default clock_timestamp())`,
  'create index jingles_station on jingles (station_key, added)',

  `create table playlist_steps (
    id bigserial primary key, station_key text not null references stations on delete cascade, what text not null,
    count int not null, title text not null, user_id uuid references users on delete set null,
    tracks text[] not null, positions double precision[] not null, at timestamptz not null default now())`,
  'create index playlist_steps_station on playlist_steps (station_key, id desc)',
  'create index playlist_steps_user on playlist_steps (user_id)',

  // Bytes reserved for running uploads, so that concurrent ones stay within the plan's storage.
  `create table storage_reservations (
    id uuid default gen_random_uuid() primary key, account_key text not null, bytes bigint not null,
    until timestamptz not null default (now() + '06:00:00'::interval))`,
  'create index storage_reservations_of_account on storage_reservations (account_key)',

  // Without a foreign key: the row of a part stays until its file is removed, also when its upload is gone.
  `create table resumable_parts (
    key text primary key, upload_id text not null, start bigint not null, size bigint not null,
    is_stored boolean not null default false)`,
  'create index resumable_parts_upload on resumable_parts (upload_id, start)',

  `create table track_tags (
    track_key text references tracks on delete cascade,
    station_key text not null references stations on delete cascade, tag text, primary key (track_key, tag))`,
  'create index track_tags_station on track_tags (station_key, tag)',

  // `hours` as contract/rules/week.ts, on the station's clocks. `tags` has each tag once.
  `create table playlists (
    id uuid default gen_random_uuid() primary key, station_key text not null references stations on delete cascade,
    name text not null, weight int not null default 1, enabled boolean not null default true,
    shuffle boolean not null default false, exclusive boolean not null default false,
    hours jsonb not null default '[]', content text not null default 'tracks' check (content in ('tracks', 'tags')),
    tags text[] not null default '{}', match text not null default 'any' check (match in ('any', 'all')),
    created timestamptz not null default clock_timestamp())`,
  'create index playlists_station on playlists (station_key)',

  `create table playlist_entries (
    playlist uuid references playlists on delete cascade, track_key text references tracks on delete cascade,
    position int not null, primary key (playlist, track_key))`,
  'create index playlist_entries_track on playlist_entries (track_key)',

  // What each playlist contains, picked by hand, or by tags in the order of addition.
  `create view playlist_members as
    select playlists.station_key, playlists.id as playlist, entry.track_key, entry.position::bigint as position
    from playlists join playlist_entries as entry on entry.playlist = playlists.id
    where playlists.content = 'tracks'
    union all
    select playlists.station_key, playlists.id, tagged.track_key,
      (extract(epoch from tracks.created) * 1000000)::bigint
    from playlists
    cross join lateral (
      select track_key from track_tags
      where track_tags.station_key = playlists.station_key and track_tags.tag = any(playlists.tags)
      group by track_key
      having playlists.match = 'any' or count(*) = cardinality(playlists.tags)) as tagged
    join tracks on tracks.key = tagged.track_key
    where playlists.content = 'tags'`,
];
