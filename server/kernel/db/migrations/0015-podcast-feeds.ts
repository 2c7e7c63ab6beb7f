import { sql, type Kysely } from 'kysely';

/** The state of each feed: it changes with its podcast and every episode, and records what others were notified of. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // `websub` and `podping` identify the version of the feed in the last notification.
  `create table podcast_feeds (
    podcast_key text collate "C" primary key references podcasts on delete cascade,
    revision bigint not null default 1, changed timestamptz not null default clock_timestamp(),
    websub text not null default '', podping text not null default '')`,
  `insert into podcast_feeds (podcast_key) select key from podcasts`,

  // Each change gets a separate second, the resolution of Last-Modified.
  `create function podcast_feed_changed(podcast text) returns void language sql as $$
     update podcast_feeds set revision = revision + 1,
       changed = greatest(clock_timestamp(), changed + interval '1 second') where podcast_key = podcast
   $$`,
  `create function podcast_feed_of_podcast() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then insert into podcast_feeds (podcast_key) values (new.key);
     else perform podcast_feed_changed(new.key); end if;
     return null;
   end $$`,
  // For every table whose rows reference their podcast.
  `create function podcast_feed_of_part() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' then perform podcast_feed_changed(old.podcast_key); end if;
     if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.podcast_key <> old.podcast_key) then
       perform podcast_feed_changed(new.podcast_key);
     end if;
     return null;
   end $$`,
  // A feed with a new URL stays available at its former ones, until another podcast takes them.
  `create table podcast_former_addresses (
    pretty_url text primary key, podcast_key text collate "C" not null references podcasts on delete cascade)`,
  `create index podcast_former_addresses_podcast on podcast_former_addresses (podcast_key)`,
  `create function podcast_address_changed() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and lower(new.pretty_url) <> lower(old.pretty_url) then
       insert into podcast_former_addresses values (lower(old.pretty_url), old.key)
         on conflict (pretty_url) do update set podcast_key = excluded.podcast_key;
     end if;
     delete from podcast_former_addresses where pretty_url = lower(new.pretty_url);
     return null;
   end $$`,
  `create trigger podcast_address after insert or update of pretty_url on podcasts
     for each row execute function podcast_address_changed()`,
  `create trigger podcast_feed after insert or update on podcasts
     for each row execute function podcast_feed_of_podcast()`,
  `create trigger podcast_feed after insert or update or delete on episodes
     for each row execute function podcast_feed_of_part()`,
];
