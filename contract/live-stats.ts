import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from './keys.ts';

/** By what listeners are connected: the stream itself, relays of it, HLS. */
const Outputs = z.object({ stream: z.number(), relay: z.number(), hls: z.number() });
/** Where it is on a map; null where that isn't known. */
const onMap = { latitude: z.nullable(z.number()), longitude: z.nullable(z.number()) };

/** `latitude` and `longitude`: the middle of its listeners. */
const LiveCountry = z.object({
  iso: z.string(),
  name: z.string(),
  ...onMap,
  listeners: z.number(),
  outputs: z.optional(Outputs),
});
const LiveCity = z.object({
  iso: z.string(),
  region: z.string(),
  city: z.string(),
  ...onMap,
  listeners: z.number(),
  outputs: z.optional(Outputs),
});
const LiveSession = z.object({
  id: z.string(),
  started: z.string(),
  seconds: z.number(),
  country: z.string(),
  city: z.string(),
  device: z.string(),
  player: z.string(),
  output: z.string(),
});

/** Spec §2: "A real-time view shows countries and online listeners". */
export const LiveStats = z.object({
  listeners: z.number(),
  outputs: z.optional(Outputs),
  countries: z.array(LiveCountry),
  /** The newest of them, a thousand at most. */
  sessions: z.array(LiveSession),
  stations: z.array(z.object({ key: StationKey, name: z.string(), listeners: z.number() })),
});
export type LiveStats = z.infer<typeof LiveStats>;

/** Who listens now in the whole portal: every country, and the stations with the most listeners. */
export const PortalLive = z.object({
  listeners: z.number(),
  outputs: z.optional(Outputs),
  onAir: z.number(),
  countries: z.array(LiveCountry),
  stations: z.array(z.object({ key: StationKey, name: z.string(), account_key: AccountKey, listeners: z.number() })),
});
export type PortalLive = z.infer<typeof PortalLive>;

/** The cities of one country, or of all where none is asked for; the most listeners first. */
export const LiveCities = z.object({ cities: z.array(LiveCity) });
export type LiveCities = z.infer<typeof LiveCities>;

/** The listeners of each station in each of the last sixty minutes, from the minute `from` on; the last one isn't over. */
export const LiveCurve = z.object({
  from: z.string(),
  stations: z.array(z.object({ key: StationKey, minutes: z.array(z.number()) })),
});
export type LiveCurve = z.infer<typeof LiveCurve>;

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
  /** Those with listeners, the 500 with the most; the other ones have none. */
  stations: z.array(z.object({ key: StationKey, listeners: z.number() })),
});
export type Audience = z.infer<typeof Audience>;

const outputs = { include_outputs: z._default(z.stringbool(), false) };
const cities = { ...outputs, countryCode: z.optional(CountryCode) };

export const liveStats = {
  portal: endpoint('GET portal/stats/live', {
    access: 'portal.read',
    summary: 'Who listens now, in the whole portal',
    query: outputs,
    returns: PortalLive,
  }),
  portalCities: endpoint('GET portal/stats/live/city', {
    access: 'portal.read',
    summary: 'From which cities is listened now, in the whole portal',
    query: cities,
    returns: LiveCities,
    spec: 'own',
  }),
  account: endpoint('GET accounts/{id}/stats/live', {
    access: 'account.readAnalytics',
    summary: "Who listens to an account's stations now",
    query: outputs,
    returns: LiveStats,
  }),
  accountCities: endpoint('GET accounts/{id}/stats/live/city', {
    access: 'account.readAnalytics',
    summary: "From which cities an account's stations are listened to now",
    query: cities,
    returns: LiveCities,
  }),
  accountCurve: endpoint('GET accounts/{id}/stats/live/curve', {
    access: 'account.readAnalytics',
    summary: "The listeners of each of an account's stations, minute by minute of the last hour",
    returns: LiveCurve,
    spec: 'own',
  }),
  station: endpoint('GET stations/{key}/stats/live', {
    access: 'station.readAnalytics',
    summary: 'Who listens to a station now',
    query: outputs,
    returns: LiveStats,
  }),
  stationCities: endpoint('GET stations/{key}/stats/live/city', {
    access: 'station.readAnalytics',
    summary: 'From which cities a station is listened to now',
    query: cities,
    returns: LiveCities,
  }),
  stationCurve: endpoint('GET stations/{key}/stats/live/curve', {
    access: 'station.readAnalytics',
    summary: 'The listeners of a station, minute by minute of the last hour',
    returns: LiveCurve,
    spec: 'own',
  }),
};
