import type { Audience } from '#contract/api/audience.ts';
import { liveStats } from '#contract/api/live-stats.ts';
import type { AnyEndpoint } from '#contract/api/http.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { mayDo, type Action } from '#contract/rules/permissions.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { filterAllowedKeys } from '#server/kernel/auth/access.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { stationsOf } from '../analytics.repo.ts';
import { audienceOf, tallyOf, withCities, type Stations } from './audience.service.ts';
import { createPresenceFeed } from './presence-feed.ts';
import { type ConnectedListeners, listenerLocator } from './connected-listeners.ts';
import { createScopes } from './scopes.ts';

/** The current listeners, in this process's memory, with updates for followers. */
export type AudienceHub = {
  /** Starts following the engines, which may come up later. */
  start(): void;
  stop(): Promise<void>;
  /** The current listeners; undefined while all engines are disconnected. */
  listeners(): ConnectedListeners | undefined;
  /**
   * Sends the audience of a scope (contract/api/live-stats.ts `AudienceScope`), with the cities of these countries:
   * immediately, then on changes, at most twice a second. Returns a function that stops it.
   */
  follow(scope: string, countries: readonly string[], send: (audience: Audience) => void): () => void;
};

type Deps = Pick<Kernel, 'db' | 'clock' | 'fleet' | 'log'> & { geo: GeoEngine; agents: AgentEngine };

export const createAudienceHub = (deps: Deps): AudienceHub => {
  const { db, clock, fleet } = deps;
  const feed = createPresenceFeed({
    engines: fleet.engines,
    place: listenerLocator(deps),
    changed: (stations) => scopes.changed(stations),
  });
  const scopes = createScopes({
    stationsOf: async (scope) => await stationsOfScope(db, scope),
    audience: (scope, stations) => {
      const tally = tallyOf(feed.listeners(), stations);
      const status = { scope, at: clock.now().toISOString(), reachable: feed.isConnected() };
      const audience = { ...status, ...audienceOf(feed.listeners(), tally, stations) };
      return (countries) => withCities(audience, tally, countries);
    },
    failed: (error) => deps.log.warn({ error: String(error) }, 'failed to read the stations of an audience'),
  });
  return {
    start: feed.start,
    listeners: () => (feed.isConnected() ? feed.listeners() : undefined),
    follow: scopes.follow,
    stop: async () => {
      scopes.stop();
      await feed.stop();
    },
  };
};

const stationsOfScope = async (db: Db, scope: string): Promise<Stations> => {
  if (scope === 'portal') return 'all';
  if (scope.startsWith('s-')) return new Set([scope]);
  const own = await stationsOf(db, scope as AccountKey);
  return new Set(own.flatMap(({ key, deleted }) => (deleted ? [] : [key])));
};

/** Those of these scopes that the user may see, by the same permissions as the endpoints that read them. */
export const audiencesAllowed = async (db: Db, who: Person, scopes: readonly string[]): Promise<string[]> => {
  const named = (prefix: string) => scopes.filter((scope) => scope.startsWith(prefix));
  const [accounts, stations] = await Promise.all([
    filterAllowedKeys(db, who, { action: actionOf(liveStats.account), resource: 'account' }, named('a-')),
    filterAllowedKeys(db, who, { action: actionOf(liveStats.station), resource: 'station' }, named('s-')),
  ]);
  const isPortalTheirs = mayDo(actionOf(liveStats.portal), who.isPortalAdmin ? ['portalAdmin'] : []);
  const allowed = new Set([...accounts, ...stations, ...(isPortalTheirs ? ['portal'] : [])]);
  return scopes.filter((scope) => allowed.has(scope));
};

const actionOf = (endpoint: unknown): Action => Object.values((endpoint as AnyEndpoint).access)[0] as Action;
