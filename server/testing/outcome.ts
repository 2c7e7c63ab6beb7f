import type { AnyEndpoint } from '#contract/api/http.ts';
import { allEndpoints } from '#contract/api/index.ts';
import type { Action } from '#contract/rules/permissions.ts';
import type { Request as Input } from '#contract/api/request.ts';
import { isOpen, notFound, tokenPurpose } from '#server/kernel/auth/access.ts';
import type { TestClient } from './client.ts';
import { expected, ofAccount, type Outcome } from './expectation.ts';
import { fixtureOf } from './fixtures.ts';
import { inputWith } from './input-with.ts';
import { allPlacesOf, placesOf, type Place } from './places.ts';
import type { Keys, Standing, Whose } from './world.ts';

export type Listed = { title: string; endpoint: AnyEndpoint };
/** A reply that no policy defines: its status and text. */
export type UnexpectedReply = { answered: string };

/** All endpoints by `domain.name`, and those that need a session. */
export const listed: readonly Listed[] = allEndpoints().map(({ domain, name, endpoint }) => ({
  title: `${domain}.${name}`,
  endpoint,
}));
export const bySession = listed.filter(({ endpoint }) => !isOpen(endpoint) && !tokenPurpose(endpoint));

/** The result of a call; refusals come before any handler runs. */
export const outcomeOf = async (
  client: Pick<TestClient, 'ask'>,
  endpoint: AnyEndpoint,
  input: Input,
): Promise<Outcome | UnexpectedReply> => {
  const reply = await client.ask(endpoint, input);
  if (reply.type.startsWith('text/event-stream')) return 'in';
  // Without a body, nothing tells what was not found; the own things of the world have all that is asked for.
  if (endpoint.method === 'HEAD' && reply.status === 404) return 404;
  const { text } = reply;
  const { code } =
    reply.status < 300 || text === '' ? { code: '' } : (JSON.parse(text) as { error: { code: string } }).error;
  if (code === 'account.suspended' || code === 'station.suspended') return 'suspended';
  if (reply.status === 401 || reply.status === 403) return reply.status;
  // The handler itself looks for what an open key names.
  const isHandlers = allPlacesOf(endpoint).some(
    ({ resource, access }) => access === 'open' && notFound[resource] === code,
  );
  if (resourceCodes.has(code) && !isHandlers) return 404;
  return code === 'request.unexpected' || code === 'request.rateLimited' || reply.status === 400
    ? { answered: `${String(reply.status)}: ${text}` }
    : 'in';
};

/** Calls an endpoint with its fixture, with keys at its places. */
export const outcomeAt = (
  client: Pick<TestClient, 'ask'>,
  { title, endpoint }: Listed,
  keysAt: (place: Place) => Keys | Keys[],
) => outcomeOf(client, endpoint, inputWith(endpoint, fixtureOf(title), keysAt));

/** The expected result, by contract/rules/permissions.ts. */
export const expectedOutcome = (
  standing: Standing,
  endpoint: AnyEndpoint,
  whoseAt: (place: Place) => Whose,
): Outcome => {
  const keyless = endpoint.access[''];
  if (keyless) return expected(standing, keyless as Action, null);
  const outcomes = placesOf(endpoint).map((place) =>
    expected(standing, place.access as Action, { resource: place.resource, whose: whoseAt(place) }),
  );
  return outcomes.find((outcome) => outcome !== 'in') ?? 'in';
};

/** The possible owners of the resources of an endpoint; one without keys has none. */
export const whosesOf = (endpoint: AnyEndpoint, whoses: readonly Whose[]): readonly Whose[] => {
  const places = placesOf(endpoint);
  if (places.length === 0) return ['own'];
  const isAboutAccount = places.some(({ resource }) => resource === 'account');
  const isAboutMore = places.some(({ resource }) => !ofAccount.has(resource));
  return whoses.filter((whose) => {
    if (whose === 'sibling') return !isAboutAccount;
    return isAboutMore || (whose !== 'deletedStation' && whose !== 'suspendedStation');
  });
};

/** The error codes of a resource that doesn't exist, or that the user may not see. */
const resourceCodes = new Set<string>([
  ...Object.values(notFound),
  ...listed.flatMap(({ endpoint }) => Object.values(endpoint.spec.missing ?? {})),
]);
