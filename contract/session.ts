import * as z from 'zod/mini';
import { automationStates } from './automation-state.ts';
import { AccountKey, StationKey } from './keys.ts';
import { endpoint } from './http.ts';
import { Audience, audiencesMost, AudienceScope, CountryCode } from './audience.ts';
import { limits } from './limits.ts';
import { Birthday } from './dates.ts';
import { Country, Currency, Email, text } from './listing.ts';
import { TimeZone } from './time-zone.ts';
import { UnreadableTracks } from './unreadable-tracks.ts';

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
/** `locale` is how dates and numbers are written, one of `locales.ts`; '' is the browser's. */
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
/** How a radio personality is shown in public. `image_url` and `profile_url` are ours to fill. */
export const DjInfo = z.object({
  radio_personality: z.boolean(),
  nickname: text(100),
  bio: text(4000),
  tags: z.array(text(40)).check(z.maxLength(30)),
  pretty_url: PrettyUrl,
  public: z.boolean(),
});
/** How the portal looks to this person, on every device. */
export const Preferences = z.object({
  theme: z.enum(['auto', 'light', 'semi-dark', 'dark']),
  direction: z.enum(['ltr', 'rtl']),
  /** The pages kept at hand; the first 10 are shown apart (spec §9). */
  starred: z
    .array(
      z.object({
        path: text(300).check(z.regex(/^\/(?!\/)[^\s\\]*$/, 'Not a page of the portal.')),
        title: text(120),
      }),
    )
    .check(z.maxLength(limits.starredMost)),
  /** The latest entry of the changelog that was seen. */
  changelog: text(60),
});
export type Preferences = z.infer<typeof Preferences>;

/** The signed-in person (spec §3 "User"). */
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
  /** What proves the person to each of the two support widgets; null where there is none for them (spec §1). */
  chat_tokens: z.object({ primary: z.nullable(z.string()), secondary: z.nullable(z.string()) }),
  updated: z.string(),
});
export type User = z.infer<typeof User>;

/** What of a person they change themselves. */
export const ChangedUser = z.object({
  basic_info: z.optional(z.partial(BasicInfo)),
  localization: z.optional(z.partial(Localization)),
  contact_info: z.optional(z.partial(ContactInfo)),
  dj_info: z.optional(z.partial(DjInfo)),
});
export type ChangedUser = z.input<typeof ChangedUser>;

/** Where the caller's address is; empty where it isn't known. */
export const Location = z.object({ country: z.string(), region: z.string(), city: z.string() });

export const Profile = z.object({
  firstName: name,
  lastName: name,
});

/** What an anonymous browser must know to sign in. */
export const PublicConfig = z.object({
  issuer: z.string(),
  client_id: z.string(),
  brand: z.string(),
  stream_url: z.string(),
  /** The sound formats and the system's bounds on uploads. */
  upload_max_bytes: z.number(),
  /** Where mail goes when no SMTP server is set: shown to portal administrators. */
  version: z.string(),
  /** Who may create accounts, and where help is to be had; set by the portal's administrators. */
  account_creation: z.enum(['everyone', 'admins']),
  support_email: z.string(),
  terms_url: z.string(),
  privacy_url: z.string(),
  /** The frames in which the two support widgets run (an address or a path of the portal), '' where there is none. */
  chat_widgets: z.object({ primary: z.string(), secondary: z.string() }),
  referral_tracking: z.boolean(),
});

/** An account or station as the palette and the switchers list it. */
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

/** What reaches a signed-in browser of a station that it follows on its one event stream. */
export const StationLive = z.object({
  key: StationKey,
  /** The engine's own truth (spec §2 "Server panel"). */
  status: z.enum(['active', 'inactive', 'starting', 'stopping']),
  source: z.enum(['live', 'automation', 'relay', 'failover', 'autodj', 'silence', 'none']),
  automation: z.optional(z.object({ state: z.enum(automationStates), reason: z.string(), since: z.string() })),
  /** What the connected encoder sends, and the advice when it is converted. */
  encoder: z.nullable(
    z.object({
      codec: z.string(),
      sample_rate: z.number(),
      channels: z.number(),
      bitrate: z.nullable(z.number()),
      adapted: z.boolean(),
      advice: z.nullable(z.string()),
      user_agent: z.string(),
      since: z.string(),
    }),
  ),
  title: z.string(),
  track: z.nullable(z.object({ key: z.string(), title: z.string(), artist: z.string(), album: z.string() })),
  track_started: z.nullable(z.string()),
  /** What the Auto DJ plays after it, as far as it is known. */
  next: z.optional(
    z.array(z.object({ key: z.string(), title: z.string(), artist: z.string(), kind: z.enum(['music', 'jingle']) })),
  ),
  unreadable: z.optional(UnreadableTracks),
  listeners: z.number(),
});
export type StationLive = z.infer<typeof StationLive>;

/** A station to follow, by key: one that the person may not see doesn't refuse the others. */
const StationScope = z.string().check(z.regex(/^s-[1-9A-HJ-NP-Za-km-z]{22}$/, 'Not a station.'));
/** So many of them at once: what the 8 KB hold that proxies take of an address, with the audiences of a screen. */
export const stationsFollowedMost = 200;

/**
 * What the event stream leaves out of what was asked for, all of it each time: it isn't there, or the person may not
 * see it. It is told from then on as soon as they may.
 */
export const Withheld = z.object({ stations: z.array(StationScope), audiences: z.array(AudienceScope) });
export type Withheld = z.infer<typeof Withheld>;

/** Where the identity provider sends a browser back to, below PUBLIC_URL; an OIDC client is registered with these. */
export const signInPaths = { signedIn: '/signed-in', signedOut: '/' } as const;

/** The embedded provider's present password, in place of a recent sign-in; refused `session.stale` without either. */
const CurrentPassword = z.optional(z.string().check(z.maxLength(400)));

export const session = {
  config: endpoint('GET config', {
    access: 'open',
    summary: 'What a browser needs before anybody is signed in',
    returns: PublicConfig,
    spec: 'own',
  }),
  me: endpoint('GET users/me', { access: 'user.self', summary: 'The signed-in person', returns: User }),
  profile: endpoint('GET auth/profile', {
    access: 'user.self',
    summary: 'The profile at the identity provider',
    returns: Profile,
  }),
  updateProfile: endpoint('POST auth/profile', {
    access: 'user.self',
    summary: 'Change the name of the signed-in person',
    body: Profile,
    returns: Profile,
  }),
  update: endpoint('PUT users/me', {
    access: 'user.self',
    summary: 'Change the profile of the signed-in person',
    body: ChangedUser,
    returns: User,
  }),
  preferences: endpoint('PUT users/me/preferences', {
    access: 'user.self',
    summary: 'Change how the portal looks to the signed-in person',
    audit: false,
    body: z.partial(Preferences),
    returns: User,
    spec: 'own',
  }),
  password: endpoint('PUT users/me/password/', {
    access: 'user.self',
    summary: 'Change the password at the identity provider; every other session ends',
    form: {
      fields: {
        value: z.string().check(z.minLength(1, 'This field is required'), z.maxLength(400)),
        current: CurrentPassword,
      },
    },
    rateLimit: { max: 10, seconds: 3600 },
  }),
  email: endpoint('POST users/me/email', {
    access: 'user.self',
    summary: 'Ask for another e-mail; it counts once who asked has opened its link',
    body: z.object({ email: Email, current: CurrentPassword }),
    rateLimit: { max: 10, seconds: 3600 },
    spec: 'own',
  }),
  setAvatar: endpoint('PUT users/me/avatar', {
    access: 'user.self',
    summary: 'Replace the picture of the signed-in person',
    form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } },
    returns: User,
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
  }),
  removeAvatar: endpoint('DELETE users/me/avatar', {
    access: 'user.self',
    summary: 'Remove the picture of the signed-in person',
    returns: User,
    spec: 'own',
  }),
  location: endpoint('GET users/location', {
    access: 'user.self',
    summary: 'Where the caller is, as far as their address tells',
    returns: Location,
  }),
  accounts: endpoint('GET users/me/accounts/', {
    access: 'user.self',
    summary: 'The accounts the signed-in person belongs to, by name',
    returns: z.array(AccountRef),
  }),
  stations: endpoint('GET users/me/stations/', {
    access: 'user.self',
    summary: 'The stations the signed-in person may work in, by name',
    returns: z.array(StationRef),
  }),
  events: endpoint('GET events', {
    access: 'user.self',
    summary: 'The one multiplexed event stream of a signed-in browser',
    query: {
      stations: z.optional(
        z
          .array(StationScope)
          .check(z.maxLength(stationsFollowedMost, `At most ${String(stationsFollowedMost)} stations at once.`)),
      ),
      /** Whose listeners to tell; who may read them once may follow them. What may not be followed is withheld. */
      audiences: z.optional(
        z.array(AudienceScope).check(z.maxLength(audiencesMost, `At most ${String(audiencesMost)} audiences at once.`)),
      ),
      /** The countries whose cities are told with each audience. */
      countries: z.optional(
        z.array(CountryCode).check(z.maxLength(audiencesMost, `At most ${String(audiencesMost)} countries at once.`)),
      ),
    },
    returns: {
      raw: 'events',
      events: {
        station: StationLive,
        audience: Audience,
        inbox: z.object({ at: z.string() }),
        withheld: Withheld,
        ping: z.object({ at: z.string() }),
      },
    },
    spec: 'own',
  }),
};
