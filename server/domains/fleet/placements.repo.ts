import { sql } from 'kysely';
import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type PlacementRow = { key: StationKey; anchor: StationKey; node: string | null; epoch: number };

/** The engines that have these stations; those without one are missing. */
export const placementsOf = async (db: Db, stations: readonly StationKey[]): Promise<Map<StationKey, string>> => {
  const rows = await db
    .selectFrom('placements')
    .select(['station_key', 'node_id'])
    .where('station_key', 'in', [...stations])
    .execute();
  return new Map(rows.map(({ station_key, node_id }) => [station_key, node_id]));
};

/** The engine that has a station, and since when. */
export const placedSince = async (db: Db, station: StationKey): Promise<{ node_id: string; since: Date } | undefined> =>
  await db.selectFrom('placements').select(['node_id', 'since']).where('station_key', '=', station).executeTakeFirst();

/** The anchors of these stations: the master's key of a relay, else the own one. Stations that do not exist are missing. */
export const anchorsOf = async (
  db: Db,
  stations: readonly StationKey[],
): Promise<{ key: StationKey; anchor: StationKey }[]> =>
  (
    await sql<{ key: StationKey; anchor: StationKey }>`
      select key, coalesce(master_key, key) as anchor from stations
      where key = any(${stations}::text[])`.execute(db)
  ).rows;

/** All stations that an engine must have, with where they are. */
export const allPlacements = async (db: Db): Promise<PlacementRow[]> =>
  (
    await sql<PlacementRow>`
      select stations.key, coalesce(stations.master_key, stations.key) as anchor, placements.node_id as node,
        coalesce(placements.epoch, 0)::float8 as epoch
      from stations left join placements on placements.station_key = stations.key
      where stations.deleted_at is null`.execute(db)
  ).rows;

/** Whether a station has none of these engines, or another one than its master. */
export const hasMisplaced = async (db: Db, engines: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from stations
        left join placements on placements.station_key = stations.key
        left join stations as masters on masters.key = stations.master_key and masters.deleted_at is null
        left join placements as beside on beside.station_key = masters.key
      where stations.deleted_at is null and (placements.node_id is null
        or placements.node_id <> all(${engines}::text[]) or beside.node_id <> placements.node_id)
    ) as found`.execute(db);
  return rows[0]?.found === true;
};

/** The first time that there are several engines, all stations are of this one, which had them. */
export const adoptStations = async (db: Db, engine: string): Promise<void> => {
  await sql`insert into placements (station_key, node_id)
    select key, ${engine} from stations where deleted_at is null and not exists (select from placements)
    on conflict do nothing`.execute(db);
};

/** How many stations the portal has; with one engine, they are all its own. */
export const countStations = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ stations: number }>`
    select count(*)::float8 as stations from stations where deleted_at is null`.execute(db);
  return rows[0]?.stations ?? 0;
};

/** Whether one of these engines has a station. */
export const hasStations = async (db: Db, engines: readonly string[]): Promise<boolean> => {
  if (engines.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`select exists (
      select from placements join stations on stations.key = placements.station_key and stations.deleted_at is null
      where placements.node_id = any(${engines}::text[])
    ) as found`.execute(db);
  return rows[0]?.found === true;
};

/** How many stations each engine has. */
export const nodeLoads = async (db: Db): Promise<Map<string, number>> => {
  const { rows } = await sql<{ node: string; stations: number }>`
    select node_id as node, count(*)::float8 as stations from placements group by node_id`.execute(db);
  return new Map(rows.map(({ node, stations }) => [node, stations]));
};

/** Places stations that have no engine; another process may have placed one of them meanwhile, which stays. */
export const insertPlacements = async (db: Db, placed: ReadonlyMap<StationKey, string>): Promise<void> => {
  if (placed.size === 0) return;
  await sql`insert into placements (station_key, node_id)
    select * from unnest(${[...placed.keys()]}::text[], ${[...placed.values()]}::text[])
    on conflict do nothing`.execute(db);
};

export type Move = { key: StationKey; epoch: number; from: string | null; to: string };

/**
 * Gives stations another engine, with a higher epoch and where their Auto DJs were, unless they were moved since `epoch`;
 * returns those that were. A station without an engine gets one. One that moves again before its engine said where it is, continues
 * from where it was at the move before.
 */
export const movePlacements = async (
  db: Db,
  moves: readonly Move[],
  positionOf: (station: StationKey) => AutoDjPosition | undefined,
): Promise<StationKey[]> => {
  const [keys, nodes, epochs] = [
    moves.map(({ key }) => key),
    moves.map(({ to }) => to),
    moves.map(({ epoch }) => epoch),
  ];
  const positions = keys.map((key) => JSON.stringify(positionOf(key) ?? null));
  const { rows } = await sql<{ key: StationKey }>`
    insert into placements (station_key, node_id, position)
    select moves.key, moves.node, nullif(moves.position, 'null')::jsonb
      from unnest(${keys}::text[], ${nodes}::text[], ${epochs}::bigint[], ${positions}::text[])
        as moves (key, node, epoch, position)
      join stations on stations.key = moves.key
      left join placements on placements.station_key = moves.key
      where coalesce(placements.epoch, 0) = moves.epoch
    on conflict (station_key) do update
      set node_id = excluded.node_id, epoch = excluded.epoch, since = now(),
        position = coalesce(excluded.position,
          case when placements.since > now() - interval '1 minute' then placements.position end)
    returning station_key as key`.execute(db);
  return rows.map(({ key }) => key);
};
