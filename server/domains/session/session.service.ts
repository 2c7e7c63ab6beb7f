import type * as z from 'zod/mini';
import { limits } from '#contract/limits.ts';
import type { Profile, PublicConfig, StationLive, User } from '#contract/session.ts';
import type { AccountAdmin } from '#server/engines/identity/port.ts';
import type { People } from '#server/kernel/auth/people.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db, Kernel } from '#server/kernel/kernel.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { LiveHub } from './live.events.ts';
import { accountsOf, personRow, rename, stationsOf } from './session.repo.ts';

/** `accountAdmin` is missing where the identity provider offers no way to change people. */
export type SessionDeps = Pick<Kernel, 'db' | 'config' | 'clock'> & {
  live: LiveHub;
  people: People;
  accountAdmin: AccountAdmin | undefined;
};

/** What a browser needs before anybody is signed in; nothing here is secret. */
export const publicConfig = (config: Config): z.infer<typeof PublicConfig> => ({
  issuer: config.oidcIssuer,
  client_id: config.oidcClientId,
  brand: config.brand,
  stream_url: config.streamUrl,
  upload_max_bytes: limits.uploadMaxBytes,
  version: packageJson.version,
  account_creation: 'everyone',
  support_email: '',
  terms_url: '',
  privacy_url: '',
  chat_widgets: { primary: '', secondary: '' },
  referral_tracking: false,
});

/** The signed-in person with their rights in accounts and stations. */
export const userOf = async (db: Db, who: Person): Promise<User> => {
  const [row, accounts, stations] = await Promise.all([
    personRow(db, who.id),
    accountsOf(db, who.id),
    stationsOf(db, who.id),
  ]);
  return {
    id: who.id,
    email: who.email,
    basic_info: { first_name: who.first_name, last_name: who.last_name, gender: '', birthday: '' },
    localization: { currency: '', country: '', timezone: '', locale: '' },
    contact_info: { telephone: '', address: '', city: '', zip: '', country: '' },
    dj_info: {
      radio_personality: false,
      nickname: '',
      bio: '',
      tags: [],
      pretty_url: '',
      public: false,
      image_url: null,
      profile_url: null,
    },
    rights: {
      accounts: accounts.map(({ key, role }) => ({ key, role })),
      stations: stations.flatMap(({ key, role }) => (role ? [{ key, role }] : [])),
    },
    portal_rights: who.isPortalAdmin ? ['admin'] : [],
    authentication: { email: who.email, verified: true },
    preferences: {},
    chat_tokens: { primary: null, secondary: null },
    updated: (row?.updated ?? new Date(0)).toISOString(),
  };
};

/** The accounts and stations of the switchers and the palette. */
export const accountRefs = async (db: Db, who: Person) =>
  (await accountsOf(db, who.id)).map(({ key, company, suspended_at }) => ({
    key,
    company,
    suspended: suspended_at !== null,
    logo: null,
    chat_support: true,
  }));

export const stationRefs = async (db: Db, who: Person) =>
  (await stationsOf(db, who.id)).map(({ key, name, account_key, streamname }) => ({
    key,
    name,
    account_key,
    mount: streamname,
  }));

/** Changes the name at the identity provider and here; refuses `profile.updateFailed` where the provider can't. */
export const changeProfile = async (
  { db, clock, people, accountAdmin }: SessionDeps,
  who: Person,
  wanted: z.infer<typeof Profile>,
): Promise<z.infer<typeof Profile>> => {
  const name = { firstName: wanted.firstName.trim(), lastName: wanted.lastName.trim() };
  const person = await personRow(db, who.id);
  if (!accountAdmin || !person) return refuse('profile.updateFailed');
  await accountAdmin.changeName(person.subject, name);
  await rename(db, who.id, { first_name: name.firstName, last_name: name.lastName, updated: clock.now() });
  people.forget(who.id);
  return name;
};

type SessionEvent = { event: 'station'; data: StationLive } | { event: 'ping'; data: { at: string } };

/**
 * The event stream of a browser: a ping at once, so that the page knows it is followed, then what is known of each
 * of these stations and every change. The keys were checked before; the stream ends with the caller's token.
 */
export const followStations = async function* (
  { live, clock }: { live: LiveHub; clock: Clock },
  stations: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<SessionEvent> {
  yield { event: 'ping', data: { at: clock.now().toISOString() } };
  for await (const data of live.subscribe([...new Set(stations)], signal)) yield { event: 'station', data };
};
