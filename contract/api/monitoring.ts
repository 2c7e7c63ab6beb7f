import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { alertKinds } from './station-profile.ts';

/** A problem of a station that lasted longer than allowed. Times in ISO 8601. */
export const StationAlert = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  began: z.string(),
  /** Null while it lasts. */
  ended: z.nullable(z.string()),
  /** `stopped`: the station was taken off the air, or its monitoring turned off, before it recovered. */
  outcome: z.nullable(z.enum(['recovered', 'stopped'])),
  /** How often it occurred, including the first time. */
  count: z.number(),
  /** The number of e-mails that were delivered. */
  letters: z.number(),
});
export type StationAlert = z.infer<typeof StationAlert>;

/** An alert as the inbox shows it, with its station. */
export const InboxAlert = z.extend(z.omit(StationAlert, { letters: true }), {
  station: z.object({ key: StationKey, account_key: AccountKey, name: z.string() }),
});
export type InboxAlert = z.infer<typeof InboxAlert>;

export const monitoring = {
  mine: endpoint('GET users/me/alerts', {
    flag: 'stationAlerts',
    access: 'user.self',
    summary:
      'The open alerts of the stations that the user is a member of, then those of the last 30 days, or of a year',
    /** `past`: those of a year, the latest 200. */
    query: { past: z._default(z.stringbool(), false) },
    returns: z.array(InboxAlert),
    spec: 'own',
  }),
  alerts: endpoint('GET stations/{key}/alerts', {
    flag: 'stationAlerts',
    access: 'station.read',
    summary: 'The last fifty alerts of a station, latest first',
    returns: z.object({
      alerts: z.array(StationAlert),
      /** Addresses that get no alerts before they confirm. */
      waiting: z.array(z.string()),
    }),
    spec: 'own',
  }),
  test: endpoint('POST stations/{key}/alerts/test', {
    flag: 'stationAlerts',
    access: 'station.update',
    summary: 'Send a test alert to the e-mail addresses of a station; at most five in ten minutes',
    /** `waiting` addresses get a confirmation request instead. */
    returns: z.object({ emails: z.array(z.string()), waiting: z.array(z.string()) }),
    spec: 'own',
    changes: { none: 'It only sends e-mails.' },
  }),
};
