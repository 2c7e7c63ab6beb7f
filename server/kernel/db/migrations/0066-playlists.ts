import { sql, type Kysely } from 'kysely';

/** Several playlists for a station's Auto DJ, and tags of tracks. Each daypart becomes a playlist that plays alone in its hours. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table autodj add column playlist_weight int not null default 1`,

  `create table track_tags (
    track_key text not null references tracks on delete cascade,
    station_key text not null references stations on delete cascade,
    tag text not null, primary key (track_key, tag))`,
  `create index track_tags_station on track_tags (station_key, tag)`,

  // `hours` as contract/week.ts, on the station's clocks. `tags` has each tag once.
  `create table playlists (
    id uuid primary key default gen_random_uuid(), station_key text not null references stations on delete cascade,
    name text not null, weight int not null default 1, enabled boolean not null default true,
    shuffle boolean not null default false, exclusive boolean not null default false, hours jsonb not null default '[]',
    content text not null default 'tracks' check (content in ('tracks', 'tags')),
    tags text[] not null default '{}', match text not null default 'any' check (match in ('any', 'all')),
    created timestamptz not null default clock_timestamp())`,
  `create index playlists_station on playlists (station_key)`,
  `create table playlist_entries (
    playlist uuid not null references playlists on delete cascade,
    track_key text not null references tracks on delete cascade, position int not null,
    primary key (playlist, track_key))`,
  `create index playlist_entries_track on playlist_entries (track_key)`,

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

  // Until now dayparts were shuffled with the playlist.
  `insert into playlists (id, station_key, name, shuffle, exclusive, hours, created)
    select part.id, part.station_key, part.name, coalesce(autodj.shuffle, false), true,
      jsonb_build_array(jsonb_build_object('days', part.days, 'from', part.from_minute, 'to', part.to_minute)), part.created
    from day_parts as part left join autodj on autodj.station_key = part.station_key`,
  `insert into playlist_entries (playlist, track_key, position)
    select day_part, track_key, position from day_part_tracks`,
  `drop table day_part_tracks`,
  `drop table day_parts`,
];
