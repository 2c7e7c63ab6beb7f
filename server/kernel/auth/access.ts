import { resourcesIn, type Access, type AnyEndpoint } from '#contract/api/http.ts';
import { keyPrefix, type Resource } from '#contract/rules/keys.ts';
import { mayDo, permissions, type Action } from '#contract/rules/permissions.ts';
import type { ErrorCode } from '#contract/texts/errors.ts';
import type { TokenPurpose } from '#contract/rules/tokens.ts';
import type { Person, TokenClaims, ResourceContext } from '../http/handler.ts';
import { Refusal, refuse } from '../http/refuse.ts';
import type { Db } from '../kernel.ts';
import { findResourceContexts, type ContextRow } from './resource-context.ts';

/** The caller: a user with a session, the holder of a purpose-bound token, or anonymous. */
export type Caller = { who: Person | undefined; token: TokenClaims | undefined };
export type Part = 'path' | 'query' | 'body';
export type ContextsByPlace = Record<string, ResourceContext[]>;

/** The purpose of the token that an endpoint requires instead of a session, if any. */
export const tokenPurpose = (endpoint: AnyEndpoint): TokenPurpose | undefined => {
  const access = Object.values(endpoint.access).find((one) => one.startsWith('token:'));
  return access?.slice('token:'.length) as TokenPurpose | undefined;
};

/** Whether an endpoint is open to anonymous callers. */
export const isOpen = (endpoint: AnyEndpoint): boolean =>
  Object.values(endpoint.access).every((access) => access === 'open');

/** Refuses 403 if the call has no key and the user's roles don't permit it. */
export const checkKeylessAccess = (endpoint: AnyEndpoint, who: Person): void => {
  const access = endpoint.access[''];
  if (access === undefined || isTokenOrOpen(access)) return;
  if (!mayDo(access, who.isPortalAdmin ? ['signedIn', 'portalAdmin'] : ['signedIn'])) refuse('session.forbidden');
};

/**
 * Checks every key in some parts of a request, together with the contexts found `before` in its other parts. A thing
 * that doesn't exist, is deleted or belongs to another tenant is 404; a missing role within what the user may see is
 * 403; for things of a suspended account or station the action decides. A key that follows another one must belong to
 * it. `row` is read along (`withRow`).
 */
export const checkKeys = async (
  db: Db,
  endpoint: AnyEndpoint,
  caller: Caller,
  parts: Partial<Record<Part, Record<string, unknown>>>,
  before: ContextsByPlace = {},
  row?: ContextRow<unknown>,
): Promise<ContextsByPlace> => {
  const wanted = Object.entries(endpoint.access).flatMap(([place, access]) => keysAt(endpoint, place, access, parts));
  if (wanted.length === 0) return before;
  const found = await findResourceContexts(db, caller.who, byResource(wanted), row);
  const places: ContextsByPlace = { ...before };
  for (const { place, access, resource, keys } of wanted) {
    const missing = codesOf(endpoint);
    const at = keys.map((key) => found.get(key) ?? refuse(missing[resource]));
    for (const where of at) checkOne(access, where, caller, missing);
    checkWithin(at, Object.values(places).flat(), missing);
    places[place] = at;
  }
  return places;
};

/**
 * The keys for which a user may do this, in their order; without those that don't exist or that the user may not see.
 */
export const filterAllowedKeys = async <K extends string>(
  db: Db,
  who: Person,
  { action, resource }: { action: Action; resource: Resource },
  keys: readonly K[],
): Promise<K[]> => {
  if (keys.length === 0) return [];
  const found = await findResourceContexts(db, who, new Map([[resource, new Set(keys)]]));
  return keys.filter((key) => {
    const where = found.get(key);
    return where !== undefined && isAllowed(action, where);
  });
};

const isAllowed = (action: Action, where: ResourceContext): boolean => {
  try {
    checkAction(action, where);
    return true;
  } catch (thrown) {
    if (thrown instanceof Refusal) return false;
    throw thrown;
  }
};

type WantedKeys = { place: string; access: Access; resource: Resource; keys: string[] };

const keysAt = (
  endpoint: AnyEndpoint,
  place: string,
  access: Access,
  parts: Partial<Record<Part, Record<string, unknown>>>,
): WantedKeys[] => {
  const [part, name] = place.split('.') as [Part, string];
  const values = parts[part];
  if (!values || name === '') return [];
  const resource = resourceAt(endpoint, part, name);
  if (!resource) return [];
  const keys = [...new Set(stringsIn(values[name]))].filter((text) => isKey[resource].test(text));
  return keys.length > 0 ? [{ place, access, resource, keys }] : [];
};

const keyOf = (resource: Resource): RegExp => new RegExp(`^${keyPrefix[resource]}-[1-9A-Za-z]{22}$`);
const isKey = Object.fromEntries(
  (Object.keys(keyPrefix) as Resource[]).map((resource) => [resource, keyOf(resource)]),
) as Record<Resource, RegExp>;

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** The kind of key at a place of an endpoint. */
export const resourceAt = (endpoint: AnyEndpoint, part: Part, name: string): Resource | undefined => {
  const body = endpoint.spec.body ?? endpoint.spec.form?.json?.schema;
  const shape = body && 'shape' in body ? (body.shape as typeof endpoint.params) : {};
  const schema = { path: endpoint.params, query: endpoint.spec.query ?? {}, body: shape }[part][name];
  return schema && resourcesIn(schema)[0];
};

const byResource = (wanted: WantedKeys[]): Map<Resource, Set<string>> => {
  const found = new Map<Resource, Set<string>>();
  for (const { resource, keys } of wanted) found.set(resource, new Set([...(found.get(resource) ?? []), ...keys]));
  return found;
};

/** The error if a key's thing doesn't exist, or the user may not see it. */
export const notFound: Codes = {
  account: 'account.notFound',
  station: 'station.notFound',
  podcast: 'podcast.notFound',
  episode: 'episode.notFound',
  track: 'media.notFound',
  player: 'player.notFound',
  campaign: 'campaign.notFound',
};

type Codes = Record<Resource, ErrorCode>;
const codesOf = ({ spec }: AnyEndpoint): Codes => (spec.missing ? { ...notFound, ...spec.missing } : notFound);

const isTokenOrOpen = (access: Access): access is Exclude<Access, Action> =>
  access === 'open' || access.startsWith('token:');

const checkOne = (access: Access, where: ResourceContext, { who, token }: Caller, missing: Codes): void => {
  if (isTokenOrOpen(access) && where.deleted) refuse(missing[where.resource]);
  if (access === 'open') return;
  if (isTokenOrOpen(access)) return checkToken(where, token);
  if (!who) refuse('session.required');
  checkAction(access, where, missing);
};

const checkToken = (where: ResourceContext, token: TokenClaims | undefined): void => {
  if (!token) return refuse('session.tokenInvalid');
  if (token.resource !== where.key && token.resource !== where.station) refuse(notFound[where.resource]);
};

/** Refuses an action that the user's roles don't permit; see checkKeys. */
export const checkAction = (action: Action, where: ResourceContext, missing: Codes = notFound): void => {
  const isVisible = where.worksWithin || where.roles.some((role) => role !== 'signedIn');
  const isGone = where.accountDeleted || (where.deleted && !('deleted' in permissions[action]));
  if (!isVisible || isGone) refuse(missing[where.resource]);
  if (!mayDo(action, where.roles)) refuse('session.forbidden');
  if ('suspended' in permissions[action] || where.roles.includes('portalAdmin')) return;
  if (where.accountSuspended) refuse('account.suspended');
  if (where.stationSuspended) refuse('station.suspended');
};

/** A station after an account must belong to it, a track after a station to its library, an episode to its podcast. */
const checkWithin = (at: ResourceContext[], before: ResourceContext[], missing: Codes): void => {
  for (const outer of before)
    for (const where of at) {
      const isInside =
        (outer.resource === 'account' && where.resource !== 'account' && where.account === outer.key) ||
        (outer.resource === 'station' && where.station === outer.key) ||
        (outer.resource === 'podcast' && where.podcast === outer.key) ||
        rank[where.resource] <= rank[outer.resource];
      if (!isInside) refuse(missing[where.resource]);
    }
};
const rank: Record<Resource, number> = {
  account: 0,
  station: 1,
  campaign: 1,
  podcast: 2,
  track: 2,
  episode: 3,
  // Plays things of its account, and contains none.
  player: 3,
};

/** A token is checked at every call like the session that created it: [to read, to write]. */
const tokenActions: Partial<Record<TokenPurpose, { resource: Resource; read: Action; write: Action }>> = {
  library: { resource: 'station', read: 'station.readLibrary', write: 'station.writeLibrary' },
  'media.preview': { resource: 'track', read: 'track.read', write: 'track.write' },
  'episode.preview': { resource: 'episode', read: 'episode.read', write: 'episode.write' },
  'podcast.upload': { resource: 'podcast', read: 'podcast.read', write: 'podcast.addEpisode' },
  log: { resource: 'station', read: 'station.readLog', write: 'station.setLog' },
  download: { resource: 'account', read: 'account.readInvoices', write: 'account.readInvoices' },
  raw: { resource: 'station', read: 'station.readAnalytics', write: 'station.manageArchive' },
  ctl: { resource: 'station', read: 'station.readSettings', write: 'station.update' },
  'ctl.prompt': { resource: 'station', read: 'station.readSettings', write: 'station.update' },
};

/**
 * Checks that a token's resource still exists, and that its user still has access; refuses 401, so that clients request
 * a new token.
 */
export const checkTokenResource = async (db: Db, endpoint: AnyEndpoint, caller: Caller): Promise<ResourceContext[]> => {
  const { token, who } = caller;
  const rule = token && tokenActions[token.purpose];
  if (!token || !rule) return [];
  if (!token.resource.startsWith(`${keyPrefix[rule.resource]}-`)) return refuse('session.tokenInvalid');
  const found = await findResourceContexts(db, who, new Map([[rule.resource, new Set([token.resource])]]));
  const where = found.get(token.resource);
  if (!where || where.deleted) return refuse('session.tokenInvalid');
  const action = endpoint.method === 'GET' || endpoint.method === 'HEAD' ? rule.read : rule.write;
  if (who && !mayDo(action, where.roles)) return refuse('session.tokenInvalid');
  if (who) checkAction(action, where);
  return [where];
};
