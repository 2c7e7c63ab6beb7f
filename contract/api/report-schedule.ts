import * as z from 'zod/mini';
import type { Brand } from '../rules/brand.ts';
import { PodcastKey, StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { Email } from '../rules/listing.ts';

/** How often a report is sent: every day, on one day of the week, or on the first of the month. */
export const reportFrequencies = ['day', 'week', 'month'] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];

/** The content of a scheduled report: the analytics page whose metrics it contains. */
export const reportKinds = ['streaming', 'podcasts', 'ctl', 'app', 'campaign'] as const;
export type ReportKind = (typeof reportKinds)[number];
type ReportScope = 'portal' | 'account' | 'station';

/** The scopes in which each kind is available, and the brand flag it requires. */
type OfferedFlag = 'ctlAnalytics' | 'appAnalytics' | 'advertising';
const offered: Record<ReportKind, { scopes: readonly ReportScope[]; flag?: OfferedFlag }> = {
  streaming: { scopes: ['portal', 'account', 'station'] },
  podcasts: { scopes: ['account'] },
  ctl: { scopes: ['account', 'station'], flag: 'ctlAnalytics' },
  app: { scopes: ['account'], flag: 'appAnalytics' },
  campaign: { scopes: ['account'], flag: 'advertising' },
};

/** Whether a brand has the statistics of a kind. */
export const hasKind = (flags: Brand['flags'], kind: ReportKind): boolean => {
  const { flag } = offered[kind];
  return flag === undefined || flags[flag];
};

/** The kinds of report available for the portal, an account or a station. */
export const kindsOffered = (flags: Brand['flags'], scope: ReportScope): ReportKind[] =>
  reportKinds.filter((kind) => offered[kind].scopes.includes(scope) && hasKind(flags, kind));

/** `weekday` 1 (Monday) to 7 for weekly reports; `hour` in the time zone of the station or account. */
export const ReportPlan = z.object({
  every: z.enum(reportFrequencies),
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

/** A report of an account: on everything, on one podcast (downloads only), or on one station (apps only). */
export const AccountReport = z.extend(ReportPlan, {
  kind: z._default(z.enum(reportKinds), 'streaming'),
  podcastKey: z.optional(PodcastKey),
  stationKey: z.optional(StationKey),
});
export type AccountReport = z.infer<typeof AccountReport>;

export const StationReport = z.extend(ReportPlan, { kind: z._default(z.enum(['streaming', 'ctl']), 'streaming') });

export const PortalReport = z.extend(ReportPlan, { kind: z._default(z.enum(['streaming']), 'streaming') });

/**
 * `asked`: nothing is sent until the recipient confirms by the link in an e-mail; `unsubscribed`: the recipient opted
 * out; `noAccess`: the recipient lost access to the analytics.
 */
export const recipientStates = ['confirmed', 'asked', 'unsubscribed', 'noAccess'] as const;

const Sending = z.object({
  at: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  sent: z.number(),
  failed: z.number(),
  /** Whether sending is still in progress. */
  open: z.boolean(),
  reasons: z.array(z.string()),
});

/**
 * A scheduled report. `next` is null while its station or account is suspended, it has no recipients, or the brand
 * lacks its statistics.
 */
export const ReportSchedule = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  scope: z.enum(['portal', 'account', 'station']),
  station_key: z.nullable(StationKey),
  /** The station's or account's name; empty for the portal. */
  name: z.string(),
  /** The podcast or station that it is limited to, if any. */
  about: z.nullable(z.object({ key: z.union([PodcastKey, StationKey]), name: z.string() })),
  timezone: z.string(),
  every: z.enum(reportFrequencies),
  weekday: z.number(),
  hour: z.number(),
  recipients: z.array(z.object({ email: z.string(), state: z.enum(recipientStates) })),
  by: z.string(),
  next: z.nullable(z.string()),
  last: z.nullable(Sending),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

/** `default_emails`: the station's recipients of reports, else the requesting user. */
export const ReportSchedules = z.object({
  timezone: z.string(),
  default_emails: z.array(z.string()),
  entities: z.array(ReportSchedule),
});
