import * as z from 'zod/mini';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { PreviousIncluded, previousOf } from './previous-stats.ts';

/** Calls that began in the period, with their whole length; `average` in seconds, of answered calls. */
export const CtlStats = z.object({
  calls: z.number(),
  answered: z.number(),
  minutes: z.number(),
  /** Unique callers. */
  uniques: z.number(),
  average: z.number(),
});
export type CtlStats = z.infer<typeof CtlStats>;

const Slot = z.object({ from: z.string(), to: z.string(), stats: CtlStats });

/** Call-to-listen statistics; a permanently deleted station has its key as name. */
export const CtlStatsReply = z.object({
  timezone: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  period_stats: z.object({ stats: CtlStats }),
  previous: previousOf(CtlStats),
  /** The buckets of the requested frequency; the other list is empty. */
  hour_stats: z.array(Slot),
  day_stats: z.array(Slot),
  /** By the called number. */
  did_stats: z.array(z.object({ did: z.string(), stats: CtlStats })),
  country_stats: z.array(z.object({ iso: z.string(), name: z.string(), stats: CtlStats })),
  station_stats: z.array(z.object({ key: StationKey, name: z.string(), stats: CtlStats })),
});
export type CtlStatsReply = z.infer<typeof CtlStatsReply>;

/** A call that ended; `seconds` is null where it was not answered. */
export const RecentCall = z.object({
  id: z.string(),
  started: z.string(),
  country: z.string(),
  country_name: z.string(),
  seconds: z.nullable(z.number()),
});
export type RecentCall = z.infer<typeof RecentCall>;

const period = {
  params: { type: z.enum(['day', 'period']) },
  query: {
    from_date: ListeningDay,
    to_date: ListeningDay,
    frequency: z.optional(z.enum(['hour', 'day'])),
    include: PreviousIncluded,
  },
} as const;

export const ctlStats = {
  account: endpoint('GET accounts/{id}/stats/ctl/{type}', {
    flag: 'ctlAnalytics',
    access: 'account.readAnalytics',
    summary: "Calls to the phone numbers of an account's stations",
    ...period,
    returns: CtlStatsReply,
  }),
  recent: endpoint('GET stations/{key}/ctl/calls', {
    access: 'station.readAnalytics',
    summary: 'The last 20 calls to the phone numbers of a station; nothing that identifies a caller',
    returns: z.object({ calls: z.array(RecentCall) }),
    spec: 'own',
  }),
  station: endpoint('GET stations/{key}/stats/ctl/{type}', {
    flag: 'ctlAnalytics',
    access: 'station.readAnalytics',
    summary: 'Calls to the phone numbers of a station',
    ...period,
    returns: CtlStatsReply,
  }),
};
