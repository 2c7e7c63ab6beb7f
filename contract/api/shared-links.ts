import * as z from 'zod/mini';
import { StatsReply } from './analytics.ts';
import { FilterValue } from './audience-filter.ts';
import { periods } from '../rules/analytics-period.ts';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { text } from '../rules/listing.ts';
import { StationKey } from '../rules/keys.ts';

const linksOfAccount = ['accounts/{id}/analytics/links', 'stations/*/analytics/links'] as const;
const linksOfStation = ['stations/{key}/analytics/links', 'accounts/*/analytics/links'] as const;

/*
 * Links that show one view of the listening statistics to anyone who has them, without an account. They expire, and
 * everyone who may read the statistics can revoke them.
 */

/** What a link shows; periods such as the last seven days move on with time. Unlike a URL, it can name nothing else. */
export const SharedView = z.object({
  period: z._default(z.enum(periods), 'last7days'),
  /** The dates of a custom period. */
  from: z.optional(ListeningDay),
  to: z.optional(ListeningDay),
  by: z.optional(z.enum(['minute', 'hour', 'day'])),
  compare: z._default(z.boolean(), true),
  country: z.optional(FilterValue),
  city: z.optional(FilterValue),
  device: z.optional(FilterValue),
  player: z.optional(FilterValue),
  system: z.optional(FilterValue),
  output: z.optional(FilterValue),
  referer: z.optional(FilterValue),
});
export type SharedView = z.infer<typeof SharedView>;

/** For how many days a link can be valid. */
export const linkDays = [1, 7, 30, 90, 365] as const;

const NewLink = z.object({
  name: text(80).check(z.minLength(1, 'Please enter a name.')),
  days: z
    .number()
    .check(z.refine((days) => (linkDays as readonly number[]).includes(days), 'Please choose a duration.')),
  view: SharedView,
});
/** A link to one station of an account is a link of that station. */
const NewAccountLink = z.extend(NewLink, { stationKey: z.optional(StationKey) });

export const SharedLink = z.object({
  id: z.string(),
  name: z.string(),
  /** The account or station whose statistics it shows. */
  title: z.string(),
  view: SharedView,
  /** The path of the page, with the secret; null once the link is no longer valid. */
  path: z.nullable(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  created: z.string(),
  /** Who created it; '' if they no longer exist. */
  by: z.string(),
  expires: z.string(),
  /** How often the page was opened, and when last. */
  opened: z.number(),
  last_opened: z.nullable(z.string()),
});
export type SharedLink = z.infer<typeof SharedLink>;

/** What the page of a link shows. */
export const SharedReport = z.object({
  /** The account or station. */
  title: z.string(),
  name: z.string(),
  expires: z.string(),
  view: SharedView,
  stats: StatsReply,
  /** The same period by the hour, if it has at least seven days and at most 93. */
  hours: z.nullable(StatsReply),
});
export type SharedReport = z.infer<typeof SharedReport>;

const LinkId = { linkId: z.uuid('Not the ID of a link.') };
const hourlyRate = { max: 60, seconds: 3600 };

export const sharedLinks = {
  listOfAccount: endpoint('GET accounts/{id}/analytics/links', {
    seeAs: false,
    access: 'account.readAnalytics',
    summary: "The links that show an account's statistics to people without an account, newest first",
    returns: z.array(SharedLink),
    spec: 'own',
  }),
  listOfStation: endpoint('GET stations/{key}/analytics/links', {
    seeAs: false,
    access: 'station.readAnalytics',
    summary: "The links that show a station's statistics to people without an account, newest first",
    returns: z.array(SharedLink),
    spec: 'own',
  }),
  createOfAccount: endpoint('POST accounts/{id}/analytics/links', {
    access: { 'path.id': 'account.readAnalytics', 'body.stationKey': 'station.readAnalytics' },
    summary: "Create a link that shows a view of an account's statistics without signing in",
    body: NewAccountLink,
    returns: SharedLink,
    status: 201,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: linksOfAccount,
  }),
  createOfStation: endpoint('POST stations/{key}/analytics/links', {
    access: 'station.readAnalytics',
    summary: "Create a link that shows a view of a station's statistics without signing in",
    body: NewLink,
    returns: SharedLink,
    status: 201,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: linksOfStation,
  }),
  revokeOfAccount: endpoint('DELETE accounts/{id}/analytics/links/{linkId}', {
    access: 'account.readAnalytics',
    summary: "Revoke a link to an account's statistics",
    params: LinkId,
    spec: 'own',
    changes: linksOfAccount,
  }),
  revokeOfStation: endpoint('DELETE stations/{key}/analytics/links/{linkId}', {
    access: 'station.readAnalytics',
    summary: "Revoke a link to a station's statistics",
    params: LinkId,
    spec: 'own',
    changes: linksOfStation,
  }),
  view: endpoint('GET shared/analytics/{token}', {
    access: 'open',
    summary: 'The statistics that a link shows',
    params: { token: text(200).check(z.minLength(1)) },
    rateLimit: { max: 60, seconds: 60 },
    returns: SharedReport,
    spec: 'own',
  }),
};
