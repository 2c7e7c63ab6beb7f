import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { LiveCities, LiveStats, PortalLive } from '#contract/api/live-stats.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { OpenSessions } from '../engine-sessions.ts';
import type { AudienceHub } from './audience.events.ts';
import { perStation, tallyOf, type Stations } from './audience.service.ts';
import {
  createConnectedListeners,
  type ConnectedListeners,
  listenerLocator,
  type ConnectedSession,
} from './connected-listeners.ts';
import { citiesOf, countriesOf, type Tally } from './tally.ts';

export type LiveDeps = Pick<Kernel, 'clock' | 'log'> & {
  audience: Pick<AudienceHub, 'listeners'>;
  engine: OpenSessions;
  geo: GeoEngine;
  agents: AgentEngine;
};
type Named = { key: StationKey; name: string };

/** The most sessions that a page shows; the counts cover all. */
const mostShown = 1000;
/** The most stations that the portal shows. */
const mostStations = 50;
/** The most cities that a map shows. */
const mostCities = 5000;

/**
 * The current listeners of these stations, newest first, with counts by country and station, and by output where
 * requested. Refuses with `request.unavailable` while the engine is unreachable, because an empty list would be wrong.
 */
export const liveOf = async (
  deps: LiveDeps,
  stations: readonly Named[],
  include: { outputs: boolean },
): Promise<LiveStats> => {
  const keys = new Set(stations.map(({ key }) => key));
  const connected = await currentListeners(deps, keys);
  const tally = tallyOf(connected, keys);
  const counts = new Map(perStation(connected, keys).map(({ key, listeners }) => [key, listeners]));
  const now = deps.clock.now().getTime();
  return {
    ...numbersOf(tally, include),
    sessions: newestOf(connected, keys).map((session) => shown(session, now, include)),
    stations: stations.map(({ key, name }) => ({ key, name, listeners: counts.get(key) ?? 0 })),
  };
};

/** Current listeners of the whole portal (spec §7): every country, and the fifty stations with the most listeners. */
export const portalLive = async (
  deps: LiveDeps & { db: Db; live: LiveHub },
  include: { outputs: boolean },
): Promise<PortalLive> => {
  const connected = await currentListeners(deps, 'all');
  const largest = perStation(connected, 'all').slice(0, mostStations);
  const keys = largest.map(({ key }) => key);
  const names = await stationNames(deps.db, keys);
  return {
    ...numbersOf(tallyOf(connected, 'all'), include),
    onAir: deps.live.totals().onAir,
    stations: largest.flatMap((station) => {
      const named = names.get(station.key);
      return named ? [{ ...station, ...named }] : [];
    }),
  };
};

/** Names and accounts of these stations. */
const stationNames = async (
  db: Db,
  keys: StationKey[],
): Promise<Map<StationKey, { name: string; account_key: AccountKey }>> => {
  const rows = await db
    .selectFrom('stations')
    .select(['key', 'name', 'account_key'])
    .where(sql<boolean>`key = any(${keys})`)
    .execute();
  return new Map(rows.map(({ key, ...named }) => [key, named]));
};

/** The number of listeners in total and by country, and by output where requested. */
const numbersOf = (tally: Tally, include: { outputs: boolean }): Omit<LiveStats, 'sessions' | 'stations'> => ({
  listeners: tally.listeners,
  ...(include.outputs && { outputs: tally.outputs }),
  countries: countriesOf(tally).map((country) => withoutOutputs(country, include)),
});

/** The cities with current listeners of these stations: of one country, or of all. */
export const liveCitiesOf = async (
  deps: LiveDeps,
  stations: Stations,
  { countryCode, include_outputs: outputs }: { countryCode?: string | undefined; include_outputs: boolean },
): Promise<LiveCities> => {
  const cities = citiesOf(tallyOf(await currentListeners(deps, stations), stations), countryCode);
  return { cities: cities.slice(0, mostCities).map((city) => withoutOutputs(city, { outputs })) };
};

/** The current listeners: from memory while the engine's feed is up, otherwise by request. */
export const currentListeners = async (deps: LiveDeps, stations: Stations): Promise<ConnectedListeners> => {
  const known = deps.audience.listeners();
  if (known) return known;
  const request = stations === 'all' ? deps.engine.everywhere() : deps.engine.open([...stations] as StationKey[]);
  const open = await request.catch((error: unknown) => {
    deps.log.warn({ error: String(error) }, 'failed to read current listeners from the engine');
    return refuse('request.unavailable', { part: 'The streaming server' });
  });
  const connected = createConnectedListeners();
  const place = listenerLocator(deps);
  for (const session of open) connected.add(await place(session));
  return connected;
};

const withoutOutputs = <T extends { outputs?: unknown }>(counted: T, include: { outputs: boolean }): T => {
  if (include.outputs) return counted;
  const { outputs: _, ...rest } = counted;
  return rest as T;
};

const newestOf = (connected: ConnectedListeners, stations: ReadonlySet<StationKey>): ConnectedSession[] =>
  [...stations]
    .flatMap((station) => [...connected.sessions(station)])
    .sort((one, other) => other.started - one.started)
    .slice(0, mostShown);

const shown = (
  { id, started, place, device, player, output }: ConnectedSession,
  now: number,
  include: { outputs: boolean },
): LiveStats['sessions'][number] => ({
  id,
  started: new Date(started).toISOString(),
  seconds: Math.max(0, Math.round((now - started) / 1000)),
  ...{ country: place.country, city: place.city, device, player },
  output: include.outputs ? output : '',
});
