import * as z from 'zod/mini';
import { AdsTxt, AdsTxtText } from '../rules/ads-txt.ts';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { text, whole } from '../rules/listing.ts';
import { StationLive } from './session.ts';
import { EncoderPassword, EncoderSettings } from './encoder-settings.ts';
import { ChangedStation, NewStation, Station, StationList } from './station.ts';
import { ChangedProfile, PrettyUrl, StationProfile } from './station-profile.ts';
import { StationScore } from './station-score.ts';

const pathsOfGone = [
  'users/me',
  'users/me/accounts',
  'users/me/stations',
  'stations/list',
  'accounts/*',
  'accounts/*/stations/search',
  'accounts/*/checklist',
  'accounts/*/planFeatures',
  'accounts/*/getSubscriptions',
] as const;
const stationPaths = [
  'stations/{key}/score',
  'stations/{key}/encoder',
  'stations/{key}/profile',
  'stations/{key}/ads.txt',
  'stations/list',
  'accounts/*/stations/search',
  'users/me/stations',
] as const;
const suspendedPaths = [...stationPaths, 'stations/{key}/live'] as const;
const featuredPaths = ['stations/list', 'stations/{id}'] as const;

export { EncoderPassword, EncoderSettings } from './encoder-settings.ts';
export { NewStation, Station, StationList } from './station.ts';

/** Why a deleted station can't be restored (spec §8 "Restore"). */
export const restoreRefusals = [
  'restore.notDeleted',
  'restore.accountNotFound',
  'restore.stationNotFound',
  'restore.mountNotFound',
  'restore.masterNotFound',
  'restore.stationLimit',
  'restore.podcastLimit',
  'restore.trackLimit',
  'restore.bitrateLimit',
] as const;

/** Whether and until when a deleted station can be restored; if not, why (texts in errors.ts). */
export const Restorable = z.object({
  restorable: z.boolean(),
  reason: z.nullable(z.enum(restoreRefusals)),
  deleted_at: z.string(),
  until: z.string(),
});
export type Restorable = z.infer<typeof Restorable>;

/** A country of stations; `iso` is empty for stations without a country. */
export const StationCountry = z.object({ iso: z.string(), name: z.string(), displayName: z.string() });

const Featured = z.object({ featured: z.boolean() });
const Picture = { form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } } } as const;
const restoreErrors = { missing: { account: 'restore.accountNotFound', station: 'restore.stationNotFound' } } as const;

export const stations = {
  search: endpoint('GET stations/search/', {
    access: 'user.self',
    summary: 'Search the stations you have access to by any part of their name',
    query: {
      limit: whole(limits.stationSearchLimit, 1000),
      offset: whole(0, 1_000_000),
      search: z.optional(text(100)),
    },
    returns: StationList,
  }),
  list: endpoint('GET stations/list', {
    access: 'user.self',
    summary: 'List the stations you have access to, page by page',
    query: {
      pageNumber: whole(0, 100_000),
      pageSize: whole(limits.stationListPage, 1000),
      sortBy: z._default(z.enum(['name', 'account', 'created', 'updated']), 'name'),
      sortDesc: z._default(z.stringbool(), false),
      search: z.optional(text(100)),
      only: z.optional(z.enum(['suspended', 'featured', 'relay'])),
    },
    returns: StationList,
  }),
  get: endpoint('GET stations/{key}', { access: 'station.read', summary: 'One station', returns: Station }),
  create: endpoint('POST accounts/{id}/stations/', {
    access: { 'path.id': 'account.createStation', 'body.master': 'station.addRelay' },
    summary: 'Create a station in an account, with the defaults of spec §9',
    body: NewStation,
    returns: Station,
    status: 201,
    idempotent: true,
    changes: [
      'accounts/{id}',
      'accounts/{id}/stations/search',
      'accounts/{id}/checklist',
      'accounts/{id}/planFeatures',
      'users/me',
      'users/me/accounts',
      'users/me/stations',
    ],
  }),
  live: endpoint('GET stations/{key}/live', {
    access: 'station.read',
    summary: 'The current state of the station in the engine',
    returns: StationLive,
    spec: 'own',
  }),
  encoder: endpoint('GET stations/{key}/encoder', {
    access: 'station.read',
    summary: 'The connection settings for encoders',
    returns: EncoderSettings,
    spec: 'own',
  }),
  revealPassword: endpoint('GET stations/{key}/encoder/password', {
    seeAs: false,
    access: 'station.readCredentials',
    summary: "The encoder's password",
    returns: EncoderPassword,
    spec: 'own',
  }),
  resetPassword: endpoint('POST stations/{key}/encoder/password', {
    access: 'station.resetCredentials',
    summary: "Replace the encoder's password; disconnects the encoder",
    returns: EncoderPassword,
    spec: 'own',
    changes: { none: 'The reply is shown once, and not cached.' },
  }),
  update: endpoint('PUT stations/{key}', {
    access: 'station.update',
    summary: 'Change a station; only a new codec, sample rate or channel count disconnects its listeners',
    body: ChangedStation,
    returns: z.extend(Station, { listeners_dropped: z.boolean() }),
    changes: [...stationPaths, 'stations/*', 'stations/{key}/analytics/reports', 'accounts/*/analytics/reports'],
  }),
  suspend: endpoint('PUT stations/{key}/suspend', {
    access: 'station.suspend',
    summary: 'Suspend a station: it goes off the air',
    returns: Station,
    changes: suspendedPaths,
  }),
  reactivate: endpoint('PUT stations/{key}/reactivate', {
    access: 'station.suspend',
    summary: 'Reactivate a suspended station',
    returns: Station,
    changes: suspendedPaths,
  }),
  remove: endpoint('DELETE stations/{key}', {
    access: 'station.delete',
    summary: 'Delete a station; it can be restored for 30 days',
    changes: pathsOfGone,
  }),
  restorable: endpoint('GET accounts/{id}/undeleteStation/{stationKey}', {
    params: { stationKey: StationKey },
    access: { 'path.id': 'account.read', 'path.stationKey': 'station.restore' },
    summary: 'Whether a deleted station can be restored, and why not',
    returns: Restorable,
    ...restoreErrors,
  }),
  restore: endpoint('PUT accounts/{id}/undeleteStation/{stationKey}', {
    params: { stationKey: StationKey },
    access: { 'path.id': 'account.createStation', 'path.stationKey': 'station.restore' },
    summary: 'Restore a deleted station',
    returns: Station,
    ...restoreErrors,
    changes: [
      'accounts/{id}',
      'accounts/{id}/stations/search',
      'accounts/{id}/checklist',
      'accounts/{id}/planFeatures',
      'accounts/{id}/getSubscriptions',
      'stations/list',
      'users/me',
      'users/me/accounts',
      'users/me/stations',
    ],
  }),
  profile: endpoint('GET stations/{key}/profile', {
    access: 'station.read',
    summary: 'The public profile of a station',
    returns: StationProfile,
  }),
  setProfile: endpoint('PUT stations/{key}/profile', {
    access: 'station.update',
    summary: 'Change the public profile of a station',
    body: ChangedProfile,
    returns: StationProfile,
    changes: ['stations/{key}', 'stations/{key}/score'],
  }),
  setPrettyUrl: endpoint('PUT stations/{key}/pretty_url', {
    access: 'station.update',
    summary: "Change the URL of a station's page",
    body: z.object({ pretty_url: PrettyUrl }),
    returns: Station,
    changes: stationPaths,
  }),
  transfer: endpoint('POST stations/{key}/account/{accountId}', {
    params: { accountId: AccountKey },
    access: { 'path.key': 'station.transfer', 'path.accountId': 'account.createStation' },
    summary: "Move a station to another account; the old account loses access, and the encoder's password changes",
    returns: Station,
    changes: pathsOfGone,
  }),
  featured: endpoint('GET stations/{id}/featured', {
    access: 'station.read',
    summary: 'Whether a station is featured',
    returns: Featured,
  }),
  setFeatured: endpoint('PUT stations/{id}/featured/{flag}', {
    params: { flag: z.stringbool('The flag must be true or false.') },
    access: 'station.feature',
    summary: 'Feature a station, or stop featuring it',
    returns: Featured,
    changes: featuredPaths,
  }),
  feature: endpoint('PUT stations/{id}/featured', {
    access: 'station.feature',
    summary: 'Feature a station; the flag defaults to true',
    returns: Featured,
    spec: 'own',
    changes: featuredPaths,
  }),
  adsTxt: endpoint('GET stations/{id}/ads.txt', {
    access: 'station.readSettings',
    summary: 'The Authorized Digital Sellers of a station, with the problems of the text',
    returns: AdsTxt,
  }),
  setAdsTxt: endpoint('PUT stations/{id}/ads.txt', {
    access: 'station.update',
    summary: 'Replace the Authorized Digital Sellers of a station',
    body: z.object({ text: AdsTxtText }),
    returns: AdsTxt,
    spec: 'own',
    changes: ['stations/{id}/score'],
  }),
  publicAdsTxt: endpoint('GET ads/{mount}/ads.txt', {
    base: 'root',
    params: { mount: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'Not a mount.')) },
    access: 'open',
    summary: "A station's ads.txt, as served to ad buyers' crawlers",
    returns: { raw: 'binary', type: 'text/plain; charset=utf-8' },
    spec: 'own',
  }),
  countries: endpoint('GET stations/countries/list', {
    access: 'user.self',
    summary: 'The countries of stations; with `hasIso` only those with a code',
    query: { hasIso: z._default(z.stringbool(), false) },
    returns: z.array(StationCountry),
  }),
  setLogo: endpoint('PUT stations/{key}/logo', {
    access: 'station.update',
    summary: 'Replace the logo of a station, cropped to 170×170',
    ...Picture,
    returns: Station,
    spec: 'own',
    changes: stationPaths,
  }),
  removeLogo: endpoint('DELETE stations/{key}/logo', {
    access: 'station.update',
    summary: 'Remove the logo of a station',
    returns: Station,
    spec: 'own',
    changes: stationPaths,
  }),
  setBackground: endpoint('PUT stations/{key}/background', {
    access: 'station.update',
    summary: 'Replace the background of a station, cropped to 420×300',
    ...Picture,
    returns: Station,
    spec: 'own',
    changes: stationPaths,
  }),
  removeBackground: endpoint('DELETE stations/{key}/background', {
    access: 'station.update',
    summary: 'Remove the background of a station',
    returns: Station,
    spec: 'own',
    changes: stationPaths,
  }),
  score: endpoint('GET stations/{key}/score', {
    access: 'station.readSettings',
    summary: 'The completeness of a station, with open tasks',
    returns: StationScore,
    spec: 'own',
  }),
};
