import * as z from 'zod/mini';
import type { Brand } from './brand.ts';
import { PodcastKey, StationKey } from './keys.ts';
import { limits } from './limits.ts';
import { Email } from './listing.ts';

/** How often a report is mailed: every day, on one day of the week, on the first of the month. */
export const reportRhythms = ['day', 'week', 'month'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];

/** What a mailed report tells of: the page of analytics whose numbers it has. */
export const reportKinds = ['streaming', 'podcasts', 'ctl', 'app'] as const;
export type ReportKind = (typeof reportKinds)[number];
type ReportScope = 'portal' | 'account' | 'station';

/** Whose report of a kind there is, and which flag of the brand it takes. */
const offered: Record<ReportKind, { scopes: readonly ReportScope[]; flag?: 'ctlAnalytics' | 'appAnalytics' }> = {
  streaming: { scopes: ['portal', 'account', 'station'] },
  podcasts: { scopes: ['account'] },
  ctl: { scopes: ['account', 'station'], flag: 'ctlAnalytics' },
  app: { scopes: ['account'], flag: 'appAnalytics' },
};

/** Whether a brand has the statistics of a kind. */
export const hasKind = (flags: Brand['flags'], kind: ReportKind): boolean => {
  const { flag } = offered[kind];
  return flag === undefined || flags[flag];
};

/** The reports that can be had of a portal, an account or a station. */
export const kindsOffered = (flags: Brand['flags'], scope: ReportScope): ReportKind[] =>
  reportKinds.filter((kind) => offered[kind].scopes.includes(scope) && hasKind(flags, kind));

/** `weekday` 1 (Monday) to 7, where it is mailed weekly; `hour` by the clock of the station or account. */
export const ReportPlan = z.object({
  every: z.enum(reportRhythms),
  weekday: z._default(z.number().check(z.int(), z.gte(1), z.lte(7)), 1),
  hour: z.number().check(z.int(), z.gte(0), z.lte(23)),
  emails: z
    .array(Email)
    .check(
      z.minLength(1, 'Please enter an e-mail address.'),
      z.maxLength(limits.reportRecipients, `At most ${limits.reportRecipients} addresses.`),
    ),
});
export type ReportPlan = z.infer<typeof ReportPlan>;

/** Of an account: of everything; or of one podcast where it is of downloads, of one station where it is of applications. */
export const AccountReport = z.extend(ReportPlan, {
  kind: z._default(z.enum(reportKinds), 'streaming'),
  podcastKey: z.optional(PodcastKey),
  stationKey: z.optional(StationKey),
});
export type AccountReport = z.infer<typeof AccountReport>;

export const StationReport = z.extend(ReportPlan, { kind: z._default(z.enum(['streaming', 'ctl']), 'streaming') });

export const PortalReport = z.extend(ReportPlan, { kind: z._default(z.enum(['streaming']), 'streaming') });

/**
 * `asked`: nothing is sent before the address has agreed, by the link in a letter; `unsubscribed`: it has asked to be
 * left alone; `noAccess`: it got the report as somebody who may read the analytics, and may not any more.
 */
export const recipientStates = ['confirmed', 'asked', 'unsubscribed', 'noAccess'] as const;

const Sending = z.object({
  at: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  sent: z.number(),
  failed: z.number(),
  /** Whether it is still being sent. */
  open: z.boolean(),
  reasons: z.array(z.string()),
});

/**
 * A report that is mailed again and again. `next` is null while its station or account is suspended, nobody gets it, or the
 * brand has no such statistics.
 */
export const ReportSchedule = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  scope: z.enum(['portal', 'account', 'station']),
  station_key: z.nullable(StationKey),
  /** The station's or account's; empty of the portal. */
  name: z.string(),
  /** The one podcast or station that it is of, where it is not of all. */
  about: z.nullable(z.object({ key: z.union([PodcastKey, StationKey]), name: z.string() })),
  timezone: z.string(),
  every: z.enum(reportRhythms),
  weekday: z.number(),
  hour: z.number(),
  recipients: z.array(z.object({ email: z.string(), state: z.enum(recipientStates) })),
  by: z.string(),
  next: z.nullable(z.string()),
  last: z.nullable(Sending),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

/** `default_emails`: who gets the reports of a station by its settings, else the person who asks. */
export const ReportSchedules = z.object({
  timezone: z.string(),
  default_emails: z.array(z.string()),
  entities: z.array(ReportSchedule),
});
