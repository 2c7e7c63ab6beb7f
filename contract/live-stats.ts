import * as z from 'zod/mini';
import { CountryCode, LiveCity, LiveCountry, Outputs } from './audience.ts';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from './keys.ts';

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
