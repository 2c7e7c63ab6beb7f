import * as z from 'zod/mini';
import { StationKey } from '../rules/keys.ts';

/* The current audience as pushed to browsers; live-stats.ts has the endpoints to request it. */

/** Listeners by type of connection: the stream itself, relays of it, HLS. */
export const Outputs = z.object({ stream: z.number(), relay: z.number(), hls: z.number() });
/** The position on a map; null if unknown. */
const onMap = { latitude: z.nullable(z.number()), longitude: z.nullable(z.number()) };

/** `latitude` and `longitude`: the centre of its listeners. */
export const LiveCountry = z.object({
  iso: z.string(),
  name: z.string(),
  ...onMap,
  listeners: z.number(),
  outputs: z.optional(Outputs),
});
export const LiveCity = z.object({
  iso: z.string(),
  region: z.string(),
  city: z.string(),
  ...onMap,
  listeners: z.number(),
  outputs: z.optional(Outputs),
});
/** Whose listeners to follow: a station or an account by key, or the whole portal. */
export const AudienceScope = z
  .string()
  .check(z.regex(/^(portal|[as]-[1-9A-HJ-NP-Za-km-z]{22})$/, 'Not an account, a station or the portal.'));
/** The most audiences, and countries, that one client may follow. */
export const maxAudiences = 50;
/** Two letters of ISO 3166. */
export const CountryCode = z
  .string()
  .check(z.regex(/^[A-Z]{2}$/, 'Please enter a country code of two capital letters, like FR.'));

/** A snapshot of an audience in the event stream; each one is complete, so missed events do no harm. */
export const Audience = z.object({
  scope: AudienceScope,
  /** Whether the streaming server is reachable; if not, the values are the last known ones. */
  reachable: z.boolean(),
  at: z.string(),
  listeners: z.number(),
  outputs: Outputs,
  countries: z.array(LiveCountry),
  /** Cities of the countries that the client requested, the largest 500 of each. */
  cities: z.array(LiveCity),
  /** The number of stations with listeners. */
  heard: z.number(),
  /** The 500 stations with the most listeners; if `heard` isn't larger, all others have none. */
  stations: z.array(z.object({ key: StationKey, listeners: z.number() })),
});
export type Audience = z.infer<typeof Audience>;
