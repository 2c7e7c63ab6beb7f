import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from './keys.ts';
import { limits } from './limits.ts';
import { Email, text, WebAddress, whole } from './listing.ts';
import { planIds } from './plans.ts';

const id = z.uuid('Not an id of ours.');
const ById = { id };
const moment = z.iso.datetime({ offset: true, error: 'Not a moment in time.' });

/** A short word to everybody, in the header. `until` is when it goes by itself. */
export const Notification = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  level: z.enum(['info', 'success', 'warning', 'danger']),
  link: z.string(),
  published: z.string(),
  until: z.nullable(z.string()),
  seen: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;
export const NewNotification = z.object({
  title: text(120).check(z.minLength(1, 'This field is required')),
  text: text(1000),
  level: z._default(z.enum(['info', 'success', 'warning', 'danger']), 'info'),
  link: z._default(WebAddress, ''),
  until: z._default(z.nullable(moment), null),
});
export const ChangedNotification = z.extend(NewNotification, { id });

/** Whom a post is for: `isNegated` turns the list round; an empty list is everybody. */
const Rule = <T extends z.ZodMiniType>(value: T) =>
  z.object({ isNegated: z.boolean(), values: z.array(value).check(z.maxLength(200)) });
/** Plans as the rules of posts name them: spec §3 has FREE for accounts that pay nothing (no plan, or on trial). */
export const postPlans = ['FREE', ...planIds.filter((one) => one !== 'none' && one !== 'trial')] as const;
export const postFormats = ['large', 'small', 'banner'] as const;

/** Spec §3 "Portal post". `contentHtml` is sanitized by the server. */
const postFields = {
  title: text(200).check(z.minLength(1, 'This field is required')),
  contentHtml: z.string().check(z.maxLength(100_000)),
  format: z._default(z.enum(postFormats), 'large'),
  imageTargetUrl: z._default(WebAddress, ''),
  /** From when and until when it is shown; null is at once, and without an end. */
  startSending: z._default(z.nullable(moment), null),
  stopSending: z._default(z.nullable(moment), null),
  rules: z._default(z.object({ browserLanguage: Rule(text(20)), plans: Rule(z.enum(postPlans)) }), {
    browserLanguage: { isNegated: false, values: [] },
    plans: { isNegated: false, values: [] },
  }),
};
export const NewPost = z.object(postFields);
export type NewPost = z.input<typeof NewPost>;
export const ChangedPost = z.object({ ...postFields, removeImage: z._default(z.boolean(), false) });
export const Post = z.object({
  key: z.string(),
  title: z.string(),
  contentHtml: z.string(),
  format: z.enum(postFormats),
  image: z.nullable(z.string()),
  imageTargetUrl: z.string(),
  startSending: z.nullable(z.string()),
  stopSending: z.nullable(z.string()),
  publishDate: z.string(),
  rules: z.object({
    browserLanguage: z.object({ isNegated: z.boolean(), values: z.array(z.string()) }),
    plans: z.object({ isNegated: z.boolean(), values: z.array(z.enum(postPlans)) }),
  }),
  /** How many people have seen it; only told to the portal's administrators. */
  seenBy: z.optional(z.number()),
});
export type Post = z.infer<typeof Post>;
/** A post as it is shown to somebody. */
export const ShownPost = z.object({
  key: z.string(),
  title: z.string(),
  contentHtml: z.string(),
  format: z.enum(postFormats),
  image: z.nullable(z.string()),
  imageTargetUrl: z.string(),
  publishDate: z.string(),
  seen: z.boolean(),
});
export type ShownPost = z.infer<typeof ShownPost>;

const changelogFields = {
  title: text(200).check(z.minLength(1, 'This field is required')),
  version: z._default(text(40), ''),
  contentHtml: z.string().check(z.maxLength(50_000)),
  kind: z._default(z.enum(['added', 'changed', 'fixed', 'removed']), 'added'),
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Dates look like 2026-11-21.')),
};
export const NewChangelogItem = z.object(changelogFields);
export const ChangedChangelogItem = z.object({ ...changelogFields, id });
export const ChangelogItem = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  contentHtml: z.string(),
  kind: z.enum(['added', 'changed', 'fixed', 'removed']),
  date: z.string(),
});
export type ChangelogItem = z.infer<typeof ChangelogItem>;

const Slug = z
  .string()
  .check(z.trim(), z.regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, 'Only small letters, digits and dashes.'));
const partnerFields = {
  slug: Slug,
  name: text(120).check(z.minLength(1, 'This field is required')),
  description: z._default(text(4000), ''),
  website: z._default(WebAddress, ''),
  email: z._default(z.union([z.literal(''), Email]), ''),
  active: z._default(z.boolean(), true),
};
export const NewPartner = z.object(partnerFields);
export type NewPartner = z.input<typeof NewPartner>;
export const Partner = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  website: z.string(),
  email: z.string(),
  active: z.boolean(),
  logo: z.nullable(z.string()),
  created: z.string(),
});
export type Partner = z.infer<typeof Partner>;

/** The portal's general settings. */
export const PortalSettings = z.object({
  support_email: z.union([z.literal(''), Email]),
  account_creation: z.enum(['everyone', 'admins']),
  /** Who may register with the embedded identity provider. */
  registration: z.enum(['everyone', 'invited']),
  trial_days: z.number().check(z.int(), z.gte(1), z.lte(3650)),
  terms_url: WebAddress,
  privacy_url: WebAddress,
  chat_widgets: z.object({
    primary: z.object({ script: WebAddress, secret: text(200) }),
    secondary: z.object({ script: WebAddress, secret: text(200) }),
  }),
  /** Where clicks and customers of referral codes are told; '' for no tracking. */
  referral: z.object({ url: WebAddress, token: text(200) }),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** What is shown of a secret that is set; given back it leaves the secret as it is, and '' removes it. */
export const secretMask = '••••••••';

const Widget = z.partial(PortalSettings.shape.chat_widgets.shape.primary);
/** Only what is named is changed, down to a single secret. */
export const ChangedSettings = z.partial(
  z.extend(PortalSettings, {
    chat_widgets: z.object({ primary: z.optional(Widget), secondary: z.optional(Widget) }),
    referral: z.partial(PortalSettings.shape.referral),
  }),
);
export type ChangedSettings = z.infer<typeof ChangedSettings>;

/** How many spots a podcast may hold unless it says otherwise, and what a thousand impressions cost (US cents). */
export const PodcastAdsSettings = z.object({
  enabled: z.boolean(),
  pre_roll: z.number().check(z.int(), z.gte(0), z.lte(10)),
  mid_roll: z.number().check(z.int(), z.gte(0), z.lte(50)),
  post_roll: z.number().check(z.int(), z.gte(0), z.lte(10)),
  minutes_between: z.number().check(z.int(), z.gte(1), z.lte(240)),
  opt_out_allowed: z.boolean(),
  cpm: z.number().check(z.int(), z.gte(0), z.lte(10_000_000)),
});
export type PodcastAdsSettings = z.infer<typeof PodcastAdsSettings>;

/** One part of the system as it is right now. */
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
  /** What went wrong, in the words of the last attempt. */
  problem: z.string(),
  attempts: z.number(),
  created: z.string(),
  failed: z.string(),
});

/** Spec §7 `portal/stats/live`: who listens now, in the whole portal. */
export const PortalLive = z.object({
  listeners: z.number(),
  onAir: z.number(),
  countries: z.array(z.object({ iso: z.string(), name: z.string(), listeners: z.number() })),
  stations: z.array(z.object({ key: StationKey, name: z.string(), account_key: AccountKey, listeners: z.number() })),
});

/** Who did what (append-only). `target` names the things by key; `fields` what was given, never the values. */
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
  dashboard: endpoint('GET portal/dashboard', {
    access: 'portal.read',
    summary: 'The whole portal at a glance',
    returns: Dashboard,
    spec: 'own',
  }),
  live: endpoint('GET portal/stats/live', {
    access: 'portal.read',
    summary: 'Who listens now, in the whole portal',
    returns: PortalLive,
  }),
  health: endpoint('GET portal/health', {
    access: 'portal.read',
    summary: 'How each part of the system is',
    returns: z.object({ parts: z.array(PartHealth), checked: z.string() }),
    spec: 'own',
  }),
  failedJobs: endpoint('GET portal/jobs/failed', {
    access: 'portal.read',
    summary: 'The jobs that failed, the latest first',
    returns: z.object({ jobs: z.array(FailedJob), total: z.number() }),
    spec: 'own',
  }),
  retryJob: endpoint('POST portal/jobs/{name}/{id}/retry', {
    access: 'portal.write',
    summary: 'Try a failed job again',
    params: { name: text(100).check(z.regex(/^[a-zA-Z0-9._-]+$/, 'Not the name of a job.')), id },
    spec: 'own',
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
  }),
  podcastAds: endpoint('GET portal/podcast-ads-settings', {
    access: 'portal.read',
    summary: 'The spots a podcast may hold',
    returns: PodcastAdsSettings,
    spec: 'own',
  }),
  setPodcastAds: endpoint('PUT portal/podcast-ads-settings', {
    access: 'portal.write',
    summary: 'Change the spots a podcast may hold',
    body: PodcastAdsSettings,
    returns: PodcastAdsSettings,
    spec: 'own',
  }),
  audit: endpoint('GET portal/audit', {
    access: 'portal.readAudit',
    summary: 'Who did what, the latest first',
    query: {
      limit: whole(limits.auditPage, 500),
      /** The id of the last entry of the page before. */
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Not an entry.'))),
      /** A part of the person's name or e-mail, or a whole key. */
      search: z.optional(text(100)),
      action: z.optional(text(100)),
      from: z.optional(moment),
      to: z.optional(moment),
    },
    returns: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
    spec: 'own',
  }),

  notifications: endpoint('GET tools/notifications', {
    access: 'user.self',
    summary: 'The notifications that are up, the latest first',
    returns: z.array(Notification),
  }),
  addNotification: endpoint('POST tools/notifications', {
    access: 'portal.write',
    summary: 'Put a notification up',
    body: NewNotification,
    returns: Notification,
    status: 201,
    idempotent: true,
  }),
  changeNotification: endpoint('PUT tools/notifications', {
    access: 'portal.write',
    summary: 'Change a notification',
    body: ChangedNotification,
    returns: Notification,
  }),
  removeNotification: endpoint('DELETE tools/notifications/{id}', {
    access: 'portal.write',
    summary: 'Take a notification down',
    params: ById,
  }),
  seenNotifications: endpoint('PUT users/me/notifications/seen', {
    access: 'user.self',
    summary: 'The signed-in person has seen the notifications',
    body: z.object({ ids: z.array(id).check(z.maxLength(1000)) }),
    spec: 'own',
  }),

  posts: endpoint('GET tools/posts', {
    access: 'portal.read',
    summary: 'All posts, the latest first',
    returns: z.array(Post),
  }),
  post: endpoint('GET tools/posts/{key}', {
    access: 'portal.read',
    summary: 'One post',
    params: { key: id },
    returns: Post,
  }),
  addPost: endpoint('POST tools/posts', {
    access: 'portal.write',
    summary: 'Write a post',
    form: {
      json: { field: 'post', schema: NewPost },
      file: { field: 'file', maxBytes: limits.imageMaxBytes, optional: true },
    },
    returns: Post,
    status: 201,
    idempotent: true,
  }),
  changePost: endpoint('PUT tools/posts/{key}', {
    access: 'portal.write',
    summary: 'Change a post',
    params: { key: id },
    form: {
      json: { field: 'post', schema: ChangedPost },
      file: { field: 'file', maxBytes: limits.imageMaxBytes, optional: true },
    },
    returns: Post,
  }),
  removePost: endpoint('DELETE tools/posts/{key}', {
    access: 'portal.write',
    summary: 'Delete a post',
    params: { key: id },
  }),
  /** `{id}` is the person, or `me`. */
  postsFor: endpoint('GET users/portal-posts/{id}', {
    access: 'user.self',
    summary: 'The posts that are for this person now: by their plans and the language of their browser',
    params: { id: z.union([z.literal('me'), id]) },
    returns: z.array(ShownPost),
  }),
  /** `{id}` is the post. */
  seenPost: endpoint('PUT users/portal-posts/seen/{id}', {
    access: 'user.self',
    summary: 'The signed-in person has seen a post',
    params: ById,
  }),

  changelog: endpoint('GET tools/changelog/', {
    access: 'user.self',
    summary: 'What changed in the portal, the latest first',
    returns: z.object({ items: z.array(ChangelogItem) }),
  }),
  addChangelog: endpoint('POST tools/changelog/', {
    access: 'portal.write',
    summary: 'Add an entry to the changelog',
    body: NewChangelogItem,
    returns: ChangelogItem,
    status: 201,
    idempotent: true,
  }),
  changeChangelog: endpoint('PUT tools/changelog/', {
    access: 'portal.write',
    summary: 'Change an entry of the changelog',
    body: ChangedChangelogItem,
    returns: ChangelogItem,
  }),
  removeChangelog: endpoint('DELETE tools/changelog/{id}', {
    access: 'portal.write',
    summary: 'Remove an entry of the changelog',
    params: ById,
  }),

  partners: endpoint('GET portal/partners', {
    access: 'portal.read',
    summary: 'The partners of the portal, by name',
    returns: z.array(Partner),
    spec: 'own',
  }),
  partner: endpoint('GET portal/partners/{slug}', {
    access: 'portal.read',
    summary: 'One partner',
    params: { slug: Slug },
    returns: Partner,
    spec: 'own',
  }),
  addPartner: endpoint('POST portal/partners', {
    access: 'portal.write',
    summary: 'Add a partner',
    body: NewPartner,
    returns: Partner,
    status: 201,
    idempotent: true,
    spec: 'own',
  }),
  changePartner: endpoint('PUT portal/partners/{slug}', {
    access: 'portal.write',
    summary: 'Change a partner',
    params: { slug: Slug },
    body: z.partial(NewPartner),
    returns: Partner,
    spec: 'own',
  }),
  removePartner: endpoint('DELETE portal/partners/{slug}', {
    access: 'portal.write',
    summary: 'Remove a partner',
    params: { slug: Slug },
    spec: 'own',
  }),
  setPartnerLogo: endpoint('PUT portal/partners/{slug}/logo', {
    access: 'portal.write',
    summary: 'Replace the logo of a partner',
    params: { slug: Slug },
    form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } },
    returns: Partner,
    spec: 'own',
  }),

  /** Nobody is signed in yet when somebody follows a referral link. */
  referralClick: endpoint('POST referrals/{code}/click', {
    access: 'open',
    summary: 'Somebody came by a referral code',
    params: { code: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'Not a referral code.')) },
    rateLimit: { max: 30, seconds: 3600 },
    spec: 'own',
  }),
  referralCustomer: endpoint('POST users/me/referral', {
    access: 'user.self',
    summary: 'The signed-in person came by a referral code: a customer with the status new',
    body: z.object({ code: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'Not a referral code.')) }),
    rateLimit: { max: 10, seconds: 3600 },
    spec: 'own',
  }),

  image: endpoint('GET images/{name}', {
    base: 'root',
    access: 'open',
    summary: 'A picture: an avatar, a logo, the image of a post',
    params: { name: z.string().check(z.regex(/^[a-z]+-[1-9A-HJ-NP-Za-km-z]{22}\.webp$/, 'Not the name of an image.')) },
    returns: { raw: 'binary', type: 'image/webp' },
    spec: 'own',
  }),
};
