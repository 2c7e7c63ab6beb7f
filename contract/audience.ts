import * as z from 'zod/mini';
import { StationKey } from './keys.ts';

/* Who listens now, as it is pushed to browsers; what is asked for is in live-stats.ts. */

/** By what listeners are connected: the stream itself, relays of it, HLS. */
export const Outputs = z.object({ stream: z.number(), relay: z.number(), hls: z.number() });
/** Where it is on a map; null where that isn't known. */
const onMap = { latitude: z.nullable(z.number()), longitude: z.nullable(z.number()) };

/** `latitude` and `longitude`: the middle of its listeners. */
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
/** Whose listeners are followed: a station's or an account's, by key, or the whole portal's. */
export const AudienceScope = z
  .string()
  .check(z.regex(/^(portal|[as]-[1-9A-HJ-NP-Za-km-z]{22})$/, 'Not an account, a station or the portal.'));
/** So many of them, and of countries, at once. */
export const audiencesMost = 50;
/** Two letters of ISO 3166. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'Countries are two capital letters, like FR.'));

/** What the event stream says of an audience: all of it each time, so that nothing depends on what was missed. */
export const Audience = z.object({
  scope: AudienceScope,
  /** Whether the streaming server tells; where it doesn't, the numbers are the last that it told. */
  reachable: z.boolean(),
  at: z.string(),
  listeners: z.number(),
  outputs: Outputs,
  countries: z.array(LiveCountry),
  /** Of the countries that the reader asked for, the largest 500 of each. */
  cities: z.array(LiveCity),
  /** How many stations have listeners. */
  heard: z.number(),
  /** Those with listeners, the 500 with the most; where `heard` isn't more, the other ones have none. */
  stations: z.array(z.object({ key: StationKey, listeners: z.number() })),
});
export type Audience = z.infer<typeof Audience>;
