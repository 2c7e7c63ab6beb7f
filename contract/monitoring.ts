import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { alertKinds } from './station-profile.ts';

/** Something that was wrong with a station for longer than it may be. Times in ISO 8601. */
export const StationAlert = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  began: z.string(),
  /** Null while it is so. */
  ended: z.nullable(z.string()),
  /** `stopped`: the station was taken off the air, or its monitoring turned off, before it recovered. */
  outcome: z.nullable(z.enum(['recovered', 'stopped'])),
  /** How often it came back, the first time counted. */
  count: z.number(),
  /** E-mails that were delivered for it. */
  letters: z.number(),
});
export type StationAlert = z.infer<typeof StationAlert>;

export const monitoring = {
  alerts: endpoint('GET stations/{key}/alerts', {
    flag: 'stationAlerts',
    access: 'station.read',
    summary: 'The last fifty alerts of a station, the latest first',
    returns: z.object({
      alerts: z.array(StationAlert),
      /** Addresses of the station that get nothing before they confirm. */
      waiting: z.array(z.string()),
    }),
    spec: 'own',
  }),
  test: endpoint('POST stations/{key}/alerts/test', {
    flag: 'stationAlerts',
    access: 'station.update',
    summary: 'Send a test alert to the e-mails of a station; five in ten minutes',
    /** `waiting` are asked to confirm instead. */
    returns: z.object({ emails: z.array(z.string()), waiting: z.array(z.string()) }),
    spec: 'own',
  }),
};
