import type { AnyEndpoint } from '#contract/api/http.ts';
import type { Request as Input } from '#contract/api/request.ts';
import { allPlacesOf, type Place } from './places.ts';
import type { Keys } from './world.ts';

/** The fixture of a call with keys at its places; `keysAt` chooses whose. */
export const inputWith = (endpoint: AnyEndpoint, fixture: Input, keysAt: (place: Place) => Keys | Keys[]): Input => {
  const input = { ...fixture, params: { ...fixture.params }, query: { ...fixture.query } };
  const isKeyed = fixture.body !== undefined && !Array.isArray(fixture.body);
  const body = isKeyed ? { ...(fixture.body as Record<string, unknown>) } : undefined;
  for (const place of allPlacesOf(endpoint)) {
    const keys = [keysAt(place)].flat().map((one) => one[place.resource]);
    const value = place.isList ? keys : keys[0];
    if (place.part === 'path') input.params[place.name] = keys[0];
    if (place.part === 'query') input.query[place.name] = value;
    if (place.part === 'body' && body) body[place.name] = value;
  }
  return { ...input, body: body ?? fixture.body };
};
