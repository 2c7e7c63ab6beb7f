import * as z from 'zod/mini';
import { CountryCode, LiveCity, LiveCountry, Outputs } from './audience.ts';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';

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
  /** The newest sessions, a thousand at most. */
  sessions: z.array(LiveSession),
  stations: z.array(z.object({ key: StationKey, name: z.string(), listeners: z.number() })),
});
export type LiveStats = z.infer<typeof LiveStats>;

/** The current audience of the whole portal: all countries, and the stations with the most listeners. */
export const PortalLive = z.object({
  listeners: z.number(),
  outputs: z.optional(Outputs),
  onAir: z.number(),
  countries: z.array(LiveCountry),
  stations: z.array(z.object({ key: StationKey, name: z.string(), account_key: AccountKey, listeners: z.number() })),
});
export type PortalLive = z.infer<typeof PortalLive>;

/** The cities of the requested country, or of all; most listeners first. */
export const LiveCities = z.object({ cities: z.array(LiveCity) });
export type LiveCities = z.infer<typeof LiveCities>;

/**
 * The listeners of each station in each of the last sixty minutes, beginning with the minute `from`; the last one is
 * incomplete.
 */
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
    summary: 'Current listeners of the whole portal',
    query: outputs,
    returns: PortalLive,
  }),
  portalCities: endpoint('GET portal/stats/live/city', {
    access: 'portal.read',
    summary: 'Current listeners of the whole portal by city',
    query: cities,
    returns: LiveCities,
    spec: 'own',
  }),
  account: endpoint('GET accounts/{id}/stats/live', {
    access: 'account.readAnalytics',
    summary: "Current listeners of an account's stations",
    query: outputs,
    returns: LiveStats,
  }),
  accountCities: endpoint('GET accounts/{id}/stats/live/city', {
    access: 'account.readAnalytics',
    summary: "Current listeners of an account's stations by city",
    query: cities,
    returns: LiveCities,
  }),
  accountCurve: endpoint('GET accounts/{id}/stats/live/curve', {
    access: 'account.readAnalytics',
    summary: "Listeners of each of an account's stations by minute, for the last hour",
    returns: LiveCurve,
    spec: 'own',
  }),
  station: endpoint('GET stations/{key}/stats/live', {
    access: 'station.readAnalytics',
    summary: 'Current listeners of a station',
    query: outputs,
    returns: LiveStats,
  }),
  stationCities: endpoint('GET stations/{key}/stats/live/city', {
    access: 'station.readAnalytics',
    summary: 'Current listeners of a station by city',
    query: cities,
    returns: LiveCities,
  }),
  stationCurve: endpoint('GET stations/{key}/stats/live/curve', {
    access: 'station.readAnalytics',
    summary: 'Listeners of a station by minute, for the last hour',
    returns: LiveCurve,
    spec: 'own',
  }),
};
