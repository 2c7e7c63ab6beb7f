import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { isEngineId, type EngineId } from './engines-on-hosts.ts';

/** An engine that had a station, and since when (ms). */
export type Placed = { station: StationKey; engine: EngineId; at: number };

/** Has the database itself write down which engine had which station, whatever the portals say of it. */
export const recordPlacements = async (db: Db): Promise<void> => {
  await sql
    .raw(
      `create table chaos_placements (
        station text, engine text, epoch bigint, at timestamptz not null default clock_timestamp());
      create index on chaos_placements (station, epoch);
      create function chaos_placed() returns trigger language plpgsql as $$
        begin
          insert into chaos_placements (station, engine, epoch) values (new.station_key, new.node_id, new.epoch);
          return null;
        end $$;
      create trigger chaos_placed after insert or update of node_id, epoch on placements
        for each row execute function chaos_placed();
      insert into chaos_placements (station, engine, epoch) select station_key, node_id, epoch from placements;`,
    )
    .execute(db);
};

/** All placements since then in the order of their epochs, and for each station the last one before. */
export const placementsSince = async (db: Db, since: number): Promise<Placed[]> => {
  const { rows } = await sql<Placed>`
    select station, engine, at from (
      select *, max(epoch) filter (where at < ${since}::float8) over (partition by station) as before from (
        select station, engine, epoch, extract(epoch from at)::float8 * 1000 as at from chaos_placements) as recorded
      ) as compared
    where epoch >= coalesce(before, 0) order by epoch`.execute(db);
  return rows.filter(({ engine }) => isEngineId(engine));
};

/** Remembers where the stations are now, for `sendHome`. */
export const rememberHomes = async (db: Db): Promise<void> => {
  await sql`create table chaos_homes as select station_key, node_id from placements`.execute(db);
};

/** Gives all stations back to the engines that they had at first, with the position of their last move; returns those of each. */
export const sendHome = async (db: Db): Promise<Map<string, StationKey[]>> => {
  const { rows } = await sql<{ station: StationKey; engine: string }>`
    update placements set node_id = homes.node_id, epoch = nextval('placement_epoch'), since = now()
    from chaos_homes as homes
    where homes.station_key = placements.station_key and homes.node_id <> placements.node_id
    returning placements.station_key as station, placements.node_id as engine`.execute(db);
  const stations = new Map<string, StationKey[]>();
  for (const [engine, own] of Map.groupBy(rows, (row) => row.engine))
    stations.set(
      engine,
      own.map(({ station }) => station),
    );
  return stations;
};
