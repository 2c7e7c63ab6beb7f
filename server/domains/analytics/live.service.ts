import type * as z from 'zod/mini';
import type { LiveStats } from '#contract/analytics.ts';
import type { OpenSession } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { countryName } from './countries.service.ts';
import type { StatsDeps } from './stats.service.ts';

type LiveReply = z.infer<typeof LiveStats>;
/** As many sessions as a page can show; the counts are of all. */
const mostShown = 1000;

/**
 * Who listens to these stations now, the newest first, with how many in each country and at each station. Refuses
 * with `request.unavailable` while the engine can't be asked: nobody there and nobody known are not the same.
 */
export const liveOf = async (
  deps: Pick<StatsDeps, 'engine' | 'geo' | 'agents' | 'clock' | 'log'>,
  stations: readonly { key: StationKey; name: string }[],
  include: { outputs: boolean },
): Promise<LiveReply> => {
  const open = await deps.engine.open(stations.map(({ key }) => key)).catch(unavailable(deps));
  const now = deps.clock.now().getTime();
  const newest = [...open].sort((one, other) => other.started - one.started);
  const placed = await Promise.all(
    newest.map(async (session) => ({ session, place: await deps.geo.locate(session.ip) })),
  );
  return {
    listeners: open.length,
    countries: namedCountries(counted(placed.map(({ place }) => place.country))),
    sessions: placed.slice(0, mostShown).map(({ session, place }) => ({
      ...timesOf(session, now),
      ...{ country: place.country, city: place.city },
      ...named(deps.agents.identify(session.user_agent)),
      output: include.outputs ? session.output : '',
    })),
    stations: perStation(stations, open),
  };
};

type Everywhere = { listeners: number; countries: LiveReply['countries']; stations: Map<StationKey, number> };

/**
 * Counts how many listen now at each station of the portal and in each country, the most first. Who was there before
 * is not looked up again. Refuses with `request.unavailable` while the engine can't be asked.
 */
export const countListeners = (deps: Pick<StatsDeps, 'engine' | 'geo' | 'log'>): (() => Promise<Everywhere>) => {
  let known = new Map<string, string>();
  return async () => {
    const open = await deps.engine.everywhere().catch(unavailable(deps));
    const placed = new Map<string, string>();
    const countries = new Map<string, number>();
    for (const [ip, listeners] of counted(open.map((session) => session.ip))) {
      const country = known.get(ip) ?? (await deps.geo.locate(ip)).country;
      placed.set(ip, country);
      countries.set(country, (countries.get(country) ?? 0) + listeners);
    }
    known = placed;
    return {
      listeners: open.length,
      countries: namedCountries(countries),
      stations: counted(open.map(({ station }) => station)),
    };
  };
};

const unavailable = (deps: Pick<StatsDeps, 'log'>) => (error: unknown) => {
  deps.log.warn({ error: String(error) }, 'the engine could not be asked who listens');
  return refuse('request.unavailable', { part: 'The streaming server' });
};

const namedCountries = (counts: Map<string, number>): LiveReply['countries'] =>
  [...counts]
    .map(([iso, listeners]) => ({ iso, name: countryName(iso), listeners }))
    .sort((one, other) => other.listeners - one.listeners);

const timesOf = (session: OpenSession, now: number) => ({
  started: new Date(session.started).toISOString(),
  seconds: Math.max(0, Math.round((now - session.started) / 1000)),
});

const named = ({ device, player }: { device: string; player: string }) => ({ device, player });

const counted = <T extends string>(values: T[]): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const perStation = (stations: readonly { key: StationKey; name: string }[], open: OpenSession[]) => {
  const counts = counted(open.map(({ station }) => station));
  return stations.map(({ key, name }) => ({ key, name, listeners: counts.get(key) ?? 0 }));
};
