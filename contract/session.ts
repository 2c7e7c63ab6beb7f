import * as z from 'zod/mini';
import { AccountKey, StationKey } from './keys.ts';
import { endpoint } from './http.ts';

/** The signed-in person, as much as the foundation needs (spec §3 "User"). */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  basic_info: z.object({ first_name: z.string(), last_name: z.string() }),
  rights: z.object({
    accounts: z.array(z.object({ key: AccountKey, role: z.enum(['owner', 'admin']) })),
    stations: z.array(z.object({ key: StationKey, role: z.enum(['owner', 'admin', 'staff']) })),
  }),
  portal_rights: z.array(z.enum(['admin'])),
  authentication: z.object({ email: z.string() }),
  updated: z.string(),
});
export type User = z.infer<typeof User>;

export const Profile = z.object({
  firstName: z.string().check(z.maxLength(100)),
  lastName: z.string().check(z.maxLength(100)),
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
});

/** An account or station as the palette and the switchers list it. */
const AccountRef = z.object({ key: AccountKey, company: z.string(), suspended: z.boolean() });
const StationRef = z.object({
  key: StationKey,
  name: z.string(),
  account_key: AccountKey,
  mount: z.string(),
});

/**
 * What reaches a signed-in browser on its one event stream. A browser subscribes to topics by
 * `?topics=station:{key}`; each is checked against the person's rights.
 */
export const StationLive = z.object({
  key: StationKey,
  /** The engine's own truth (spec §2 "Server panel"). */
  status: z.enum(['active', 'inactive', 'starting', 'stopping']),
  source: z.enum(['live', 'autodj', 'silence', 'none']),
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
  listeners: z.number(),
});
export type StationLive = z.infer<typeof StationLive>;

/** Where the identity provider sends a browser back to, below PUBLIC_URL; an OIDC client is registered with these. */
export const signInPaths = { signedIn: '/signed-in', signedOut: '/' } as const;

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
    access: { 'query.stations': 'station.read' },
    summary: 'The one multiplexed event stream of a signed-in browser',
    query: { stations: z.optional(z.array(StationKey)) },
    returns: { raw: 'events', events: { station: StationLive, ping: z.object({ at: z.string() }) } },
    spec: 'own',
  }),
};
