import { sql, type Kysely } from 'kysely';

/** The language of a station's public page, and the URLs that it had before. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // Without an event for each station: the engine does not use it.
  `alter table stations add column language text not null default 'en'`,
  // A page with a new URL stays available at its former ones, until another station takes them.
  `create table station_former_urls (
    pretty_url text primary key, station_key text not null references stations on delete cascade)`,
  'create index station_former_urls_station on station_former_urls (station_key)',
  `create function station_url_changed() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and lower(new.pretty_url) <> lower(old.pretty_url) then
       insert into station_former_urls values (lower(old.pretty_url), old.key)
         on conflict (pretty_url) do update set station_key = excluded.station_key;
     end if;
     delete from station_former_urls where pretty_url = lower(new.pretty_url);
     return null;
   end $$`,
  `create trigger station_url after insert or update of pretty_url on stations
     for each row execute function station_url_changed()`,
];
