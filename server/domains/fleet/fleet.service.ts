import { sql } from 'kysely';
import type { Config } from '#server/kernel/config.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { fleetMetrics } from './fleet-metrics.ts';
import { knownNodes, nodeToFill, shownNodes } from './nodes.repo.ts';
import { adoptStations, anchorsOf, insertPlacements, nodeLoads, placedSince, placementsOf } from './placements.repo.ts';
import { placeNew } from './placement-rules.ts';

/** Held by who gives a station its first engine. */
const placingLock = 7_227_036;

/** The engines of the settings; placements are read from the database, so that all processes agree. */
export const createFleet = ({ config, db }: { config: Pick<Config, 'engines' | 'engineToken'>; db: Db }): Fleet => {
  const [first, ...others] = config.engines.map((one): EngineNode => ({ ...one, token: config.engineToken }));
  if (!first) throw new Error('There is no streaming engine.');
  const engines = [first, ...others] as const;
  if (others.length === 0) {
    return {
      engines,
      ready: () => Promise.resolve(),
      metrics: () => Promise.resolve(fleetMetrics([])),
      ownerOf: () => Promise.resolve(first),
      ownersOf: (stations) => Promise.resolve(new Map(stations.map((key) => [key, first]))),
      enginesSince: () => Promise.resolve(engines),
    };
  }
  const byId = new Map(engines.map((one) => [one.id, one]));
  let adopting: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (adopting ??= adoptStations(db, first.id).catch((error: unknown) => {
      adopting = undefined;
      throw error;
    }));
  const ownersOf = async (stations: readonly StationKey[]): Promise<Map<StationKey, EngineNode>> => {
    if (stations.length === 0) return new Map();
    await ready();
    let placed = await placementsOf(db, stations);
    const missing = stations.filter((key) => !placed.has(key));
    if (missing.length > 0) {
      await placeFirst(db, engines, missing);
      placed = await placementsOf(db, stations);
    }
    return new Map(
      [...placed].flatMap(([key, id]) => {
        const owner = byId.get(id);
        return owner ? [[key, owner] as const] : [];
      }),
    );
  };
  return {
    ...{ engines, ready, ownersOf },
    metrics: async () => fleetMetrics(await shownNodes(db)),
    ownerOf: async (station) => {
      const owner = (await ownersOf([station])).get(station);
      if (!owner) throw new Error(`Station ${station} has no streaming engine.`);
      return owner;
    },
    async enginesSince(station, since) {
      const placed = await placedSince(db, station);
      const owner = placed && placed.since.getTime() <= since ? byId.get(placed.node_id) : undefined;
      return owner ? [owner] : engines;
    },
  };
};

/**
 * Since when (ms) these stations are no longer at an engine that had them: what it did with them later is not of the station. Those that
 * it has, or that no engine has, are missing.
 */
export const movedAway = async (
  db: Db,
  engine: string,
  stations: readonly StationKey[],
): Promise<Map<StationKey, number>> => {
  if (stations.length === 0) return new Map();
  const rows = await db
    .selectFrom('placements')
    .select(['station_key', 'since'])
    .where('station_key', 'in', [...stations])
    .where('node_id', '<>', engine)
    .execute();
  return new Map(rows.map(({ station_key, since }) => [station_key, since.getTime()]));
};

/** Gives stations their first engine, one caller at a time: each must see what the others placed, or all would choose alike. */
const placeFirst = async (db: Db, engines: readonly EngineNode[], stations: readonly StationKey[]): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${placingLock}::bigint)`.execute(trx);
    const placed = await placementsOf(trx, stations);
    const missing = stations.filter((key) => !placed.has(key));
    if (missing.length > 0) await insertPlacements(trx, await chooseFor(trx, engines, missing));
  });
};

/** Engines for stations that have none; one that is away gets none, unless all are. */
const chooseFor = async (
  db: Db,
  engines: readonly EngineNode[],
  stations: readonly StationKey[],
): Promise<Map<StationKey, string>> => {
  const [nodes, loads, existing] = [
    new Map((await knownNodes(db)).map((node) => [node.id, node])),
    await nodeLoads(db),
    await anchorsOf(db, stations),
  ];
  const up = engines.filter(({ id }) => nodes.get(id)?.is_up ?? true);
  const choice = (up.length > 0 ? up : engines).map(({ id }) => ({
    ...nodeToFill(id, nodes.get(id)),
    load: loads.get(id) ?? 0,
  }));
  const anchors = [...new Set(existing.map(({ anchor }) => anchor))];
  return placeNew(existing, choice, await placementsOf(db, anchors)) as Map<StationKey, string>;
};
