import type { Audience } from '#contract/api/audience.ts';
import type { Stations } from './audience.service.ts';

type Send = (audience: Audience) => void;
type Follower = { countries: readonly string[]; send: Send; last: string };
type Scope = {
  name: string;
  followers: Set<Follower>;
  /** Undefined until they are read. */
  stations: Stations | undefined;
  timer: NodeJS.Timeout | undefined;
  sentAt: number;
  reading: NodeJS.Timeout | undefined;
};

export type Scopes = {
  follow(scope: string, countries: readonly string[], send: Send): () => void;
  /** Something changed at these stations; without an argument, at any station. */
  changed(stations?: ReadonlySet<string>): void;
  stop(): void;
};

type Options = {
  stationsOf(scope: string): Promise<Stations>;
  /**
   * The current audience, computed once for all followers of a scope, who differ in the countries whose cities they
   * see.
   */
  audience(scope: string, stations: Stations): (countries: readonly string[]) => Audience;
  failed(error: unknown): void;
};

const minIntervalMs = 500;
const rereadMs = 15_000;

/** Sends audiences to their followers: immediately, then on changes, at most twice a second each. */
export const createScopes = ({ stationsOf, audience, failed }: Options): Scopes => {
  const scopes = new Map<string, Scope>();

  const sendAll = (scope: Scope): void => {
    scope.timer = undefined;
    if (!scope.stations) return;
    scope.sentAt = Date.now();
    const audienceFor = audience(scope.name, scope.stations);
    for (const follower of scope.followers) sendTo(follower, audienceFor(follower.countries));
  };
  const sendSoon = (scope: Scope): void => {
    const wait = Math.max(0, scope.sentAt + minIntervalMs - Date.now());
    scope.timer ??= setTimeout(() => sendAll(scope), wait);
  };
  /** Read repeatedly, because stations are added to accounts and removed from them. */
  const read = async (scope: Scope): Promise<void> => {
    try {
      scope.stations = await stationsOf(scope.name);
    } catch (error) {
      failed(error);
    }
    if (scope.followers.size > 0) sendSoon(scope);
  };
  const openScope = (name: string): Scope => {
    const known = scopes.get(name);
    if (known) return known;
    const scope: Scope = {
      name,
      followers: new Set(),
      stations: undefined,
      timer: undefined,
      sentAt: 0,
      reading: undefined,
    };
    scope.reading = setInterval(() => void read(scope), rereadMs);
    scopes.set(name, scope);
    void read(scope);
    return scope;
  };
  const close = (scope: Scope): void => {
    clearInterval(scope.reading);
    clearTimeout(scope.timer);
    if (scopes.get(scope.name) === scope) scopes.delete(scope.name);
  };

  return {
    follow: (name, countries, send) => {
      const scope = openScope(name);
      const follower: Follower = { countries, send, last: '' };
      scope.followers.add(follower);
      if (scope.stations) sendTo(follower, audience(name, scope.stations)(countries));
      return () => {
        scope.followers.delete(follower);
        if (scope.followers.size === 0) close(scope);
      };
    },
    changed: (stations) => {
      for (const scope of scopes.values()) if (isTouched(scope.stations, stations)) sendSoon(scope);
    },
    stop: () => {
      for (const scope of [...scopes.values()]) close(scope);
    },
  };
};

const sendTo = (follower: Follower, audience: Audience): void => {
  const text = JSON.stringify({ ...audience, at: '' });
  if (text === follower.last) return;
  follower.last = text;
  follower.send(audience);
};

const isTouched = (own: Stations | undefined, changed: ReadonlySet<string> | undefined): boolean => {
  if (own === undefined) return false;
  if (own === 'all' || changed === undefined) return true;
  for (const station of changed) if (own.has(station)) return true;
  return false;
};
