import * as z from 'zod/mini';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { endpoint } from './http.ts';
import { Audience, maxAudiences, AudienceScope, CountryCode } from './audience.ts';
import { WantedEmails } from './email-kinds.ts';
import { inboxMemoryS } from './inbox-memory.ts';
import { limits } from '../rules/limits.ts';
import { MyInvite } from './people.ts';
import { Notification, ShownPost } from './portal-content.ts';
import { Preferences } from './preferences.ts';
import { PublicConfig } from './public-config.ts';
import { Birthday } from '../rules/dates.ts';
import { Country, Currency, Email, text } from '../rules/listing.ts';
import { StationLive } from './station-live.ts';
import { TimeZone } from '../rules/time-zone.ts';

const memberLists = ['portal/people', 'accounts/*/people/**', 'stations/*/people'] as const;
const signInState = ['users/me/sign-in', 'users/me/sessions'] as const;

export { StationLive };

const name = text(100);
export const genders = ['', 'female', 'male', 'other', 'undisclosed'] as const;
const PrettyUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(100),
    z.regex(
      /^([A-Za-z0-9_-]{6,})?$/,
      'The URL should be at least 6 characters. Only letters, numbers, dashes and underscores are allowed.',
    ),
  );

export const BasicInfo = z.object({ first_name: name, last_name: name, gender: z.enum(genders), birthday: Birthday });
/** `locale` is the format of dates and numbers, one of `locales.ts`; '' is the browser's. */
export const Localization = z.object({
  currency: Currency,
  country: Country,
  timezone: z.union([z.literal(''), TimeZone]),
  locale: text(20),
});
export const ContactInfo = z.object({
  telephone: text(40),
  address: text(300),
  city: text(120),
  zip: text(20),
  country: Country,
});
/** The public profile of a radio personality. The portal fills in `image_url` and `profile_url`. */
export const DjInfo = z.object({
  radio_personality: z.boolean(),
  nickname: text(100),
  bio: text(4000),
  tags: z.array(text(40)).check(z.maxLength(30)),
  pretty_url: PrettyUrl,
  public: z.boolean(),
});
/** The signed-in user (spec §3 "User"). */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  basic_info: BasicInfo,
  localization: Localization,
  contact_info: ContactInfo,
  dj_info: z.extend(DjInfo, { image_url: z.nullable(z.string()), profile_url: z.nullable(z.string()) }),
  rights: z.object({
    accounts: z.array(z.object({ key: AccountKey, role: z.enum(['owner', 'admin']) })),
    stations: z.array(z.object({ key: StationKey, role: z.enum(['owner', 'admin', 'staff']) })),
  }),
  portal_rights: z.array(z.enum(['admin'])),
  authentication: z.object({ email: z.string(), verified: z.boolean() }),
  preferences: z.partial(Preferences),
  /** Tokens that identify the user to the two support widgets; null without a widget (spec §1). */
  chat_tokens: z.object({ primary: z.nullable(z.string()), secondary: z.nullable(z.string()) }),
  updated: z.string(),
});
export type User = z.infer<typeof User>;

/** The fields that users may change themselves. */
export const ChangedUser = z.object({
  basic_info: z.optional(z.partial(BasicInfo)),
  localization: z.optional(z.partial(Localization)),
  contact_info: z.optional(z.partial(ContactInfo)),
  dj_info: z.optional(z.partial(DjInfo)),
});
export type ChangedUser = z.input<typeof ChangedUser>;

/** The location of the caller's IP address; empty if unknown. */
export const Location = z.object({ country: z.string(), region: z.string(), city: z.string() });

export const Profile = z.object({
  firstName: name,
  lastName: name,
});

/** An account or station in the command palette and the switchers. */
const AccountRef = z.object({
  key: AccountKey,
  company: z.string(),
  suspended: z.boolean(),
  logo: z.nullable(z.string()),
  chat_support: z.boolean(),
});
const StationRef = z.object({
  key: StationKey,
  name: z.string(),
  account_key: AccountKey,
  mount: z.string(),
});

/** What the layout shows of a signed-in user when a page opens; a brand without portal content has none. */
export const PageStart = z.object({
  user: User,
  accounts: z.array(AccountRef),
  stations: z.array(StationRef),
  invites: z.array(MyInvite),
  notifications: z.array(Notification),
  posts: z.array(ShownPost),
  /** The id of the latest changelog entry. */
  latest_change: z.nullable(z.string()),
});
export type PageStart = z.infer<typeof PageStart>;

/** A station to follow, by key; one without access is withheld, and the others still work. */
const StationScope = z.string().check(z.regex(/^s-[1-9A-HJ-NP-Za-km-z]{22}$/, 'Not a station.'));
/** The most stations to follow at once: proxies limit URLs to 8 KB, which also hold a screen's audiences. */
export const maxFollowedStations = 200;

/**
 * Requested stations and audiences that the event stream omits, always the complete list: they don't exist, or the user
 * may not see them. Their events start as soon as the user gets access.
 */
export const Withheld = z.object({ stations: z.array(StationScope), audiences: z.array(AudienceScope) });
export type Withheld = z.infer<typeof Withheld>;

/** Paths below PUBLIC_URL to which the identity provider redirects; an OIDC client must be registered with them. */
export const signInPaths = { signedIn: '/signed-in', signedOut: '/' } as const;

/** The current password at the embedded provider, or a recent sign-in; refuses `session.stale` without either. */
const CurrentPassword = z.optional(z.string().check(z.maxLength(400)));

export const session = {
  config: endpoint('GET config', {
    access: 'open',
    summary: 'Configuration that a browser needs before sign-in',
    returns: PublicConfig,
    spec: 'own',
  }),
  me: endpoint('GET users/me', { access: 'user.self', summary: 'The signed-in user', returns: User }),
  start: endpoint('GET users/me/start', {
    access: 'user.self',
    summary: 'Everything that the layout of a page shows of the signed-in user, in one answer',
    returns: PageStart,
    spec: 'own',
  }),
  profile: endpoint('GET auth/profile', {
    access: 'user.self',
    summary: "The user's profile at the identity provider",
    returns: Profile,
  }),
  updateProfile: endpoint('POST auth/profile', {
    access: 'user.self',
    summary: 'Change the name of the signed-in user',
    body: Profile,
    returns: Profile,
    changes: ['users/me', 'portal/people', 'accounts/*/people/**', 'stations/*/people'],
  }),
  update: endpoint('PUT users/me', {
    access: 'user.self',
    summary: 'Change the profile of the signed-in user',
    body: ChangedUser,
    returns: User,
    changes: memberLists,
  }),
  preferences: endpoint('PUT users/me/preferences', {
    access: 'user.self',
    summary: 'Change the preferences of the signed-in user',
    audit: false,
    body: z.partial(Preferences),
    returns: User,
    spec: 'own',
    changes: { none: 'The page has applied them.' },
  }),
  wantedEmails: endpoint('GET users/me/wanted-emails', {
    access: 'user.self',
    summary: 'The kinds of e-mails that the signed-in user gets',
    returns: WantedEmails,
    spec: 'own',
  }),
  changeWantedEmails: endpoint('PUT users/me/wanted-emails', {
    access: 'user.self',
    summary: 'Change which kinds of e-mails the signed-in user gets',
    body: z.partial(WantedEmails),
    returns: WantedEmails,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  password: endpoint('PUT users/me/password/', {
    access: 'user.self',
    summary: 'Change the password at the identity provider; all other sessions end',
    form: {
      fields: {
        value: z.string().check(z.minLength(1, 'This field is required'), z.maxLength(400)),
        current: CurrentPassword,
      },
    },
    rateLimit: { max: 10, seconds: 3600 },
    changes: signInState,
  }),
  email: endpoint('POST users/me/email', {
    access: 'user.self',
    summary: 'Request a new e-mail address; it changes once the user opens the link sent to it',
    body: z.object({ email: Email, current: CurrentPassword }),
    rateLimit: { max: 10, seconds: 3600 },
    spec: 'own',
    changes: signInState,
  }),
  setAvatar: endpoint('PUT users/me/avatar', {
    access: 'user.self',
    summary: 'Replace the picture of the signed-in user',
    form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } },
    returns: User,
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
    changes: memberLists,
  }),
  removeAvatar: endpoint('DELETE users/me/avatar', {
    access: 'user.self',
    summary: 'Remove the picture of the signed-in user',
    returns: User,
    spec: 'own',
    changes: memberLists,
  }),
  location: endpoint('GET users/location', {
    access: 'user.self',
    summary: "The location of the caller's IP address",
    returns: Location,
  }),
  accounts: endpoint('GET users/me/accounts/', {
    access: 'user.self',
    summary: 'The accounts of the signed-in user, by name',
    returns: z.array(AccountRef),
  }),
  stations: endpoint('GET users/me/stations/', {
    access: 'user.self',
    summary: 'The stations that the signed-in user has access to, by name',
    returns: z.array(StationRef),
  }),
  events: endpoint('GET events', {
    access: 'user.self',
    summary: 'The multiplexed event stream of a signed-in browser',
    query: {
      stations: z.optional(
        z
          .array(StationScope)
          .check(z.maxLength(maxFollowedStations, `At most ${String(maxFollowedStations)} stations at once.`)),
      ),
      /** The audiences to follow, for users with access to their analytics. Others are withheld. */
      audiences: z.optional(
        z.array(AudienceScope).check(z.maxLength(maxAudiences, `At most ${String(maxAudiences)} audiences at once.`)),
      ),
      /** The countries whose cities each audience includes. */
      countries: z.optional(
        z.array(CountryCode).check(z.maxLength(maxAudiences, `At most ${String(maxAudiences)} countries at once.`)),
      ),
      /** For how many seconds the caller has not followed the inbox: a change in that time is sent first. */
      unseen_s: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(inboxMemoryS))),
    },
    returns: {
      raw: 'events',
      events: {
        station: StationLive,
        audience: Audience,
        /** Song requests of a followed station changed. */
        song_requests: z.object({ key: StationKey }),
        inbox: z.object({ at: z.string() }),
        withheld: Withheld,
        ping: z.object({ at: z.string() }),
      },
    },
    spec: 'own',
  }),
};
