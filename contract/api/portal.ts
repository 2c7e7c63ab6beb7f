import * as z from 'zod/mini';
import { Moment } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { text, whole } from '../rules/listing.ts';
import { portalContent } from './portal-content-calls.ts';
import { ChangedSettings, PodcastAdsSettings, PortalSettings } from './portal-settings.ts';

export * from './portal-content.ts';
export * from './portal-settings.ts';

const id = z.uuid('Not a valid ID.');

/** The current health of a part of the system. */
export const PartHealth = z.object({
  part: z.enum(['database', 'analytics', 'engine', 'storage', 'mail', 'jobs', 'identity']),
  state: z.enum(['ok', 'degraded', 'down']),
  detail: z.string(),
  /** ms */
  latency: z.nullable(z.number()),
});
const Counted = z.object({ day: z.string(), accounts: z.number(), stations: z.number() });
/** Spec §2 "portal dashboard". Bytes; days are UTC. */
export const Dashboard = z.object({
  totals: z.object({
    accounts: z.number(),
    suspended: z.number(),
    trials: z.number(),
    requests: z.number(),
    stations: z.number(),
    people: z.number(),
    onAir: z.number(),
    listeners: z.number(),
  }),
  days: z.array(Counted),
  accounts: z.array(z.object({ key: AccountKey, company: z.string(), created: z.string() })),
  stations: z.array(
    z.object({
      key: StationKey,
      name: z.string(),
      account_key: AccountKey,
      account_company: z.string(),
      created: z.string(),
    }),
  ),
  storage: z.object({ used: z.number(), free: z.nullable(z.number()), total: z.nullable(z.number()) }),
});
export const FailedJob = z.object({
  id: z.string(),
  name: z.string(),
  /** The error of the last attempt. */
  problem: z.string(),
  attempts: z.number(),
  created: z.string(),
  failed: z.string(),
});

/** An entry of the audit log (append-only). `target` contains keys; `fields` the names of the given fields, never values. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  who: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  action: z.string(),
  summary: z.string(),
  target: z.record(z.string(), z.string()),
  fields: z.array(z.string()),
});

export const portal = {
  ...portalContent,
  dashboard: endpoint('GET portal/dashboard', {
    access: 'portal.read',
    summary: 'The whole portal at a glance',
    returns: Dashboard,
    spec: 'own',
  }),
  health: endpoint('GET portal/health', {
    access: 'portal.read',
    summary: 'The health of each part of the system',
    returns: z.object({ parts: z.array(PartHealth), checked: z.string() }),
    spec: 'own',
  }),
  failedJobs: endpoint('GET portal/jobs/failed', {
    access: 'portal.read',
    summary: 'The failed jobs, latest first',
    returns: z.object({ jobs: z.array(FailedJob), total: z.number() }),
    spec: 'own',
  }),
  retryJob: endpoint('POST portal/jobs/{name}/{id}/retry', {
    access: 'portal.write',
    summary: 'Retry a failed job',
    params: { name: text(100).check(z.regex(/^[a-zA-Z0-9._-]+$/, 'Not the name of a job.')), id },
    spec: 'own',
    changes: ['portal/jobs/failed'],
  }),
  settings: endpoint('GET portal/settings', {
    access: 'portal.read',
    summary: 'The general settings of the portal',
    returns: PortalSettings,
    spec: 'own',
  }),
  setSettings: endpoint('PUT portal/settings', {
    access: 'portal.write',
    summary: 'Change the general settings of the portal',
    body: ChangedSettings,
    returns: PortalSettings,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  podcastAds: endpoint('GET portal/podcast-ads-settings', {
    flag: 'podcastAds',
    access: 'portal.read',
    summary: "The portal's {podcast} ad settings",
    returns: PodcastAdsSettings,
    spec: 'own',
  }),
  setPodcastAds: endpoint('PUT portal/podcast-ads-settings', {
    flag: 'podcastAds',
    access: 'portal.write',
    summary: "Change the portal's {podcast} ad settings",
    body: PodcastAdsSettings,
    returns: PodcastAdsSettings,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  audit: endpoint('GET portal/audit', {
    access: 'portal.readAudit',
    summary: 'The audit log, latest first',
    query: {
      limit: whole(limits.auditPage, 500),
      /** The ID of the previous page's last entry. */
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Not the ID of an entry.'))),
      /** A part of the person's name or e-mail, or a whole key. */
      search: z.optional(text(100)),
      action: z.optional(text(100)),
      from: z.optional(Moment),
      to: z.optional(Moment),
    },
    returns: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
    spec: 'own',
  }),

  /** Open, as visitors who follow a referral link aren't signed in yet. */
  referralClick: endpoint('POST referrals/{code}/click', {
    access: 'open',
    summary: 'Record a visit with a referral code',
    params: { code: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'Not a referral code.')) },
    rateLimit: { max: 30, seconds: 3600 },
    spec: 'own',
    changes: { none: 'No page shows it.' },
  }),
  referralCustomer: endpoint('POST users/me/referral', {
    access: 'user.self',
    summary: 'Record the signed-in user as a referred customer with the status new',
    body: z.object({ code: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'Not a referral code.')) }),
    rateLimit: { max: 10, seconds: 3600 },
    spec: 'own',
    changes: { none: 'No page shows it.' },
  }),

  image: endpoint('GET images/{name}', {
    base: 'root',
    access: 'open',
    summary: 'An image: an avatar, a logo or the image of a post',
    params: { name: z.string().check(z.regex(/^[a-z]+-[1-9A-HJ-NP-Za-km-z]{22}\.webp$/, 'Not the name of an image.')) },
    returns: { raw: 'binary', type: 'image/webp' },
    spec: 'own',
  }),
};
