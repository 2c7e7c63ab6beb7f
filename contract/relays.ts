import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { StationKey } from './keys.ts';
import { limits } from './limits.ts';
import { whole } from './listing.ts';
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

/** A relay is a station: it sends on its master's sound, or that of `relay_url` where there is one. */
const relay = {
  streamname: z.optional(MountName),
  media_type: z.optional(z.enum(['MP3', 'AAC'])),
  bitrate: z.optional(BitRate),
  sample_rate: z.optional(SampleRate),
  channels: z.optional(Channels),
};

/** Its mount is made of its name, its format is the master's, unless the body says otherwise. */
export const NewRelay = z.object({
  name: StationName,
  relay_url: z._default(SourceUrl, ''),
  /** Whether an encoder that connects to the relay is heard instead of its source. */
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

/** The link as it was read, or parts of it; address, mount and password have calls of their own and are passed over. */
export const ChangedMasterLink = z.object({
  encoding: z.optional(z.enum(['MP3', 'AAC'])),
  failover_settings: z.optional(FailoverSettings),
  streamId: z.optional(StreamId),
  /** '' takes the source off. */
  relaySourceURI: z.optional(SourceUrl),
});
export type ChangedMasterLink = z.input<typeof ChangedMasterLink>;

/** How a stock Icecast relays a station and reports who listens there. */
export const IcecastReporting = z.object({
  server: z.string(),
  port: z.number(),
  mount: z.string(),
  /** Where it reports listeners to; whoever knows it can report some. */
  auth_url: z.string(),
  /** What goes into its `icecast.xml`. */
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
    summary: 'Add a relay to a station: a station of type 2 with a mount of its own; it counts for no plan',
    body: NewRelay,
    returns: Station,
    status: 201,
    idempotent: true,
  }),
  update: endpoint('POST stations/{key}/relays/{relayId}', {
    params: ofMaster,
    access: { 'path.key': 'station.readSettings', 'path.relayId': 'station.update' },
    summary: 'Change a relay; only a change of codec, sample rate or channels lets its listeners go',
    body: ChangedRelay,
    returns: z.extend(Station, { listeners_dropped: z.boolean() }),
  }),
  remove: endpoint('DELETE stations/{key}/relays/{relayId}', {
    params: ofMaster,
    access: { 'path.key': 'station.readSettings', 'path.relayId': 'station.delete' },
    summary: 'Delete a relay; for 30 days it can be restored',
    spec: 'own',
  }),
  masterLink: endpoint('GET stations/{key}/master_link/', {
    access: 'station.readCredentials',
    summary: 'Where and how a station is sent to, and the stream it takes its sound from',
    returns: MasterLink,
  }),
  setMasterLink: endpoint('PUT stations/{key}/master_link/', {
    access: 'station.update',
    summary: 'Change the master link; a `relaySourceURI` makes the station a relay of that stream',
    body: ChangedMasterLink,
    returns: MasterLink,
  }),
  resetMasterLink: endpoint('POST stations/{key}/master_link/reset', {
    access: 'station.resetCredentials',
    summary: 'Replace the password of the master link; a connected encoder is let go',
    returns: MasterLink,
  }),
  icecast: endpoint('GET stations/{key}/icecast', {
    access: 'station.resetCredentials',
    summary: 'How a stock Icecast relays the station and reports its listeners',
    returns: IcecastReporting,
    spec: 'own',
  }),
  resetIcecast: endpoint('POST stations/{key}/icecast/reset', {
    access: 'station.resetCredentials',
    summary: 'Replace the address that Icecasts report listeners to; the old one is heard no more',
    returns: IcecastReporting,
    spec: 'own',
  }),
};
