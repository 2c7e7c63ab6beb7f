import * as z from 'zod/mini';
import { StationKey } from './keys.ts';
import { limits } from './limits.ts';
import { Email } from './listing.ts';

/** How often a report is mailed: every day, on one day of the week, on the first of the month. */
export const reportRhythms = ['day', 'week', 'month'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];

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

/** `asked`: nothing is sent before the address has agreed, by the link in a letter; `unsubscribed`: it has asked to be left alone. */
export const recipientStates = ['confirmed', 'asked', 'unsubscribed'] as const;

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

/** A report that is mailed again and again. `next` is null while its station or account is suspended, or nobody gets it. */
export const ReportSchedule = z.object({
  id: z.string(),
  scope: z.enum(['portal', 'account', 'station']),
  station_key: z.nullable(StationKey),
  /** The station's or account's; empty of the portal. */
  name: z.string(),
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
