import * as z from 'zod/mini';
import { AdsTxtText } from '../rules/ads-txt.ts';
import { Day, Moment } from '../rules/dates.ts';
import { Email, text } from '../rules/listing.ts';
import { planIds } from '../rules/plans.ts';
import { webAddress } from '../rules/web-address.ts';

const id = z.uuid('Not a valid ID.');

/** A short announcement in the header, to all users or to one. `until` is when it disappears. */
export const Notification = z.object({
  id: z.string(),
  /** For the caller alone, about something of theirs; the portal's announcements are for everyone. */
  personal: z.boolean(),
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
  link: z._default(webAddress('link'), ''),
  until: z._default(z.nullable(Moment), null),
});
export const ChangedNotification = z.extend(NewNotification, { id });

/** A condition of a post's audience: `isNegated` inverts the list; an empty list matches everyone. */
const Rule = <T extends z.ZodMiniType>(value: T) =>
  z.object({ isNegated: z.boolean(), values: z.array(value).check(z.maxLength(200)) });
/** `de` matches all variants of German, `de-AT` only the Austrian one. */
const Language = text(20).check(
  z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Please enter a language like de or de-AT.'),
);
/** Plans in the rules of posts: spec §3 uses FREE for accounts that pay nothing (no plan, or on trial). */
export const postPlans = ['FREE', ...planIds.filter((one) => one !== 'none' && one !== 'trial')] as const;
export const postFormats = ['large', 'small', 'banner'] as const;

/** Spec §3 "Portal post". `contentHtml` is sanitized by the server. */
const postFields = {
  title: text(200).check(z.minLength(1, 'This field is required')),
  contentHtml: z.string().check(z.maxLength(100_000)),
  format: z._default(z.enum(postFormats), 'large'),
  imageTargetUrl: z._default(webAddress('link'), ''),
  /** When it is shown; null is immediately, or without an end. */
  startSending: z._default(z.nullable(Moment), null),
  stopSending: z._default(z.nullable(Moment), null),
  /** Its date, before which it isn't shown; null is the date when it is first shown. */
  publishDate: z._default(z.nullable(Moment), null),
  rules: z._default(z.object({ browserLanguage: Rule(Language), plans: Rule(z.enum(postPlans)) }), {
    browserLanguage: { isNegated: false, values: [] },
    plans: { isNegated: false, values: ['FREE'] },
  }),
};
export const NewPost = z.object(postFields);
export type NewPost = z.input<typeof NewPost>;
export const ChangedPost = z.object({ ...postFields, removeImage: z._default(z.boolean(), false) });
/** The audience of a post. */
export type PostRules = z.output<typeof NewPost>['rules'];
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
  /** How many users have seen it; only for portal administrators. */
  seenBy: z.optional(z.number()),
});
export type Post = z.infer<typeof Post>;
/** A post as shown to a user. */
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
  date: Day,
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

export const Slug = z
  .string()
  .check(z.trim(), z.regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, 'Only lower-case letters, digits and dashes.'));
/** The code of a partner's links to the portal (`?ref=…`), which counts who came by them; '' without one. */
const RefCode = text(40).check(z.regex(/^[A-Za-z0-9_-]*$/, 'Only letters, digits, dashes and underscores.'));
const partnerFields = {
  slug: Slug,
  name: text(120).check(z.minLength(1, 'This field is required')),
  description: z._default(text(4000), ''),
  website: z._default(webAddress('website'), ''),
  email: z._default(z.union([z.literal(''), Email]), ''),
  active: z._default(z.boolean(), true),
  /** Lines of ads.txt that stations can add. */
  ads_txt: z._default(AdsTxtText, ''),
  ref_code: z._default(RefCode, ''),
  /** Whether it is on the public page of partners, and in microsites. */
  public: z._default(z.boolean(), false),
};
export const NewPartner = z.object(partnerFields);
export type NewPartner = z.input<typeof NewPartner>;
/** Omitted fields stay unchanged. */
export const ChangedPartner = z.partial(
  z.object({
    ...partnerFields,
    description: text(4000),
    website: webAddress('website'),
    email: z.union([z.literal(''), Email]),
    active: z.boolean(),
    ads_txt: AdsTxtText,
    ref_code: RefCode,
    public: z.boolean(),
  }),
);
export type ChangedPartner = z.output<typeof ChangedPartner>;
export const Partner = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  website: z.string(),
  email: z.string(),
  active: z.boolean(),
  logo: z.nullable(z.string()),
  ads_txt: z.string(),
  ref_code: z.string(),
  /** The address of its links to the portal; null without a code. */
  ref_url: z.nullable(z.string()),
  /** How many people signed up by its links. */
  customers: z.number(),
  public: z.boolean(),
  created: z.string(),
});
export type Partner = z.infer<typeof Partner>;

/** The lines of ads.txt that an active partner offers to stations. */
export const PartnerLines = z.object({ slug: z.string(), name: z.string(), ads_txt: z.string() });
export type PartnerLines = z.infer<typeof PartnerLines>;
