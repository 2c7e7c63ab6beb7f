import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { whole } from '../rules/listing.ts';
import { MasterLink } from './master-link.ts';
import {
  BitRate,
  Channels,
  FailoverSettings,
  MountName,
  SampleRate,
  SourceUrl,
  Station,
  StationName,
  StreamId,
} from './station.ts';
import { StationList } from './stations.ts';

const relayPaths = [
  'stations/{key}/relays',
  'stations/list',
  'accounts/*',
  'accounts/*/stations/search',
  'accounts/*/planFeatures',
  'users/me',
  'users/me/accounts',
  'users/me/stations',
] as const;

/** A relay is a station: it relays its master's stream, or `relay_url` if set. */
const relay = {
  streamname: z.optional(MountName),
  media_type: z.optional(z.enum(['MP3', 'AAC'])),
  bitrate: z.optional(BitRate),
  sample_rate: z.optional(SampleRate),
  channels: z.optional(Channels),
};

/** By default its mount is derived from its name, and its format is its master's. */
export const NewRelay = z.object({
  name: StationName,
  relay_url: z._default(SourceUrl, ''),
  /** Whether an encoder that connects to the relay overrides its source. */
  interrupt_master: z._default(z.boolean(), false),
  ...relay,
});
export type NewRelay = z.input<typeof NewRelay>;

export const ChangedRelay = z.object({
  name: z.optional(StationName),
  relay_url: z.optional(SourceUrl),
  interrupt_master: z.optional(z.boolean()),
  ...relay,
});
export type ChangedRelay = z.input<typeof ChangedRelay>;

/** The link as returned, or parts of it; the URL, mount and password are ignored, as they have their own calls. */
export const ChangedMasterLink = z.object({
  encoding: z.optional(z.enum(['MP3', 'AAC'])),
  failover_settings: z.optional(FailoverSettings),
  streamId: z.optional(StreamId),
  /** '' removes the source. */
  relaySourceURI: z.optional(SourceUrl),
});
export type ChangedMasterLink = z.input<typeof ChangedMasterLink>;

/** How an unmodified Icecast server relays a station and reports its listeners. */
export const IcecastReporting = z.object({
  server: z.string(),
  port: z.number(),
  mount: z.string(),
  /** The reporting URL; it contains a secret. */
  auth_url: z.string(),
  /** The lines for its `icecast.xml`. */
  config: z.string(),
});
export type IcecastReporting = z.infer<typeof IcecastReporting>;

const ofMaster = { relayId: StationKey };

export const relays = {
  list: endpoint('GET stations/{key}/relays/', {
    access: 'station.readSettings',
    summary: 'The relays of a station, by name',
    query: { limit: whole(limits.relayListPage, 1000), offset: whole(0, 100_000) },
    returns: StationList,
  }),
  add: endpoint('POST stations/{key}/relays/', {
    access: 'station.addRelay',
    summary: 'Add a relay to a station: a station of type 2 with its own mount; it does not count toward the plan',
    body: NewRelay,
    returns: Station,
    status: 201,
    idempotent: true,
    changes: relayPaths,
  }),
  update: endpoint('POST stations/{key}/relays/{relayId}', {
    params: ofMaster,
    access: { 'path.key': 'station.readSettings', 'path.relayId': 'station.update' },
    summary: 'Change a relay; only a new codec, sample rate or channel count disconnects its listeners',
    body: ChangedRelay,
    returns: z.extend(Station, { listeners_dropped: z.boolean() }),
    changes: ['stations/{key}/relays', 'stations/list', 'accounts/*/stations/search'],
  }),
  remove: endpoint('DELETE stations/{key}/relays/{relayId}', {
    params: ofMaster,
    access: { 'path.key': 'station.readSettings', 'path.relayId': 'station.delete' },
    summary: 'Delete a relay; it can be restored for 30 days',
    spec: 'own',
    changes: relayPaths,
  }),
  masterLink: endpoint('GET stations/{key}/master_link/', {
    seeAs: false,
    access: 'station.readCredentials',
    summary: 'The master link: how encoders connect to a station, and the stream it relays',
    returns: MasterLink,
  }),
  setMasterLink: endpoint('PUT stations/{key}/master_link/', {
    access: 'station.update',
    summary: 'Change the master link; a `relaySourceURI` makes the station a relay of that stream',
    body: ChangedMasterLink,
    returns: MasterLink,
    changes: ['stations/{key}', 'accounts/*/stations/search'],
  }),
  resetMasterLink: endpoint('POST stations/{key}/master_link/reset', {
    access: 'station.resetCredentials',
    summary: 'Replace the password of the master link; disconnects the encoder',
    returns: MasterLink,
    changes: { none: 'The page caches the reply.' },
  }),
  icecast: endpoint('GET stations/{key}/icecast', {
    seeAs: false,
    access: 'station.resetCredentials',
    summary: 'How an Icecast server relays the station and reports its listeners',
    returns: IcecastReporting,
    spec: 'own',
  }),
  resetIcecast: endpoint('POST stations/{key}/icecast/reset', {
    access: 'station.resetCredentials',
    summary: 'Replace the URL to which Icecast servers report listeners; the old one stops working',
    returns: IcecastReporting,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
};
