import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from './keys.ts';
import { limits, mp3Bitrates, stationCategories, stationDefaults } from './limits.ts';
import { listed, text, whole } from './listing.ts';
import { StationLive } from './session.ts';
import { TimeZone } from './time-zone.ts';

/** Spec §3 "radio_server_settings". Rates in Hz and bit/s, burst in ms (readings 17). */
export const RadioServerSettings = z.object({
  bitrate: z.number(),
  sample_rate: z.number(),
  channels: z.number(),
  burst: z.number(),
  media_type: z.enum(['MP3', 'AAC']),
  mp4: z.boolean(),
  mix_offset: z.number(),
  mix_speed: z.number(),
  project_type: z.number(),
  allow_secure: z.boolean(),
  interrupt_master: z.boolean(),
  call_in_allowed: z.boolean(),
  studio_allowed: z.boolean(),
  metadata: z.string(),
  relay_url: z.string(),
  fingerprint_category: z.number(),
  failover_settings: z.array(z.object({ url: z.string() })),
});

/** Spec §3 "Station", as far as the foundation fills it. */
export const Station = z.object({
  key: StationKey,
  account_key: AccountKey,
  account_company: z.string(),
  name: z.string(),
  /** The mount point: `{streambase}/{streamname}` is what a player opens. */
  streamname: z.string(),
  streambase: z.string(),
  pretty_url: z.string(),
  description: z.string(),
  about: z.string(),
  website: z.string(),
  category: z.number(),
  country: z.string(),
  created: z.string(),
  updated: z.string(),
  activated: z.boolean(),
  activation_status: z.number(),
  suspended: z.boolean(),
  deleted: z.boolean(),
  public: z.boolean(),
  searchable: z.boolean(),
  exclusive: z.boolean(),
  show_tracks_playing: z.boolean(),
  tags: z.array(z.string()),
  organization_type: z.number(),
  organization_size: z.number(),
  default_timezone: z.string(),
  type: z.number(),
  station_service_type: z.number(),
  rights: z.object({ owner: z.boolean(), admin: z.boolean(), staff: z.boolean() }),
  radio_server_settings: RadioServerSettings,
  server_status: z.object({
    /** `on` when nonzero (spec §3). */
    status: z.number(),
    live: z.boolean(),
    radio_server_status: z.enum(['active', 'inactive', 'starting', 'stopping']),
  }),
});
export type Station = z.infer<typeof Station>;

/** Spec §5: letters (of any script), digits, spaces, dots, dashes, underscores, parentheses; 6 to 100. */
export const StationName = z
  .string()
  .check(
    z.trim(),
    z.minLength(limits.stationNameMin, 'The name should be at least 6 characters.'),
    z.maxLength(limits.stationNameMax),
    z.regex(
      /^[\p{L}\p{M}\p{N} ._()-]*$/u,
      'Only letters, digits, spaces, dots, dashes, underscores and parentheses are allowed.',
    ),
  );

/** Spec §5: protocol, port, path, query and fragment are optional. */
const Website = text(300).check(
  z.regex(
    /^(?:(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}]{1,63}(?::\d{1,5})?(?:[/?#]\S*)?)?$/u,
    'The website field must be a valid URL',
  ),
);

const categoryIds = stationCategories.map((category) => category.id);

export const NewStation = z.object({
  name: StationName,
  description: z.optional(text(2000)),
  category: z.optional(z.literal(categoryIds, 'Please choose a category.')),
  country: z.optional(z.string().check(z.regex(/^([A-Z]{2})?$/, 'Please choose a country.'))),
  default_timezone: z.optional(TimeZone),
  website: z.optional(Website),
  bitrate: z.optional(z.literal([...mp3Bitrates], 'Please choose a bit rate.')),
  channels: z.optional(z.number().check(z.int(), z.gte(1), z.lte(2))),
  sample_rate: z._default(z.literal([44_100, 48_000]), stationDefaults.sample_rate),
});
export type NewStation = z.input<typeof NewStation>;

/** Where an encoder connects, and with what (spec §2 "encoder settings tab"). */
export const EncoderSettings = z.object({
  icecast: z.object({
    host: z.string(),
    port: z.number(),
    mount: z.string(),
    user: z.string(),
    url: z.string(),
  }),
  shoutcast: z.object({
    host: z.string(),
    /** What a Shoutcast v1 tool is told; it connects to this port + 1 itself. */
    port: z.number(),
    /** For tools that take the port as it is. */
    direct_port: z.number(),
  }),
  format: z.object({
    media_type: z.string(),
    bitrate: z.number(),
    sample_rate: z.number(),
    channels: z.number(),
  }),
});

export const EncoderPassword = z.object({
  password: z.string(),
  /** Shoutcast v1 knows no mounts: its password names the mount too. */
  shoutcast_password: z.string(),
});

export const StationList = listed(Station);

export const stations = {
  search: endpoint('GET stations/search/', {
    access: 'user.self',
    summary: 'The stations a person may see, by any part of their name',
    query: {
      limit: whole(limits.stationSearchLimit, 1000),
      offset: whole(0, 1_000_000),
      search: z.optional(text(100)),
    },
    returns: StationList,
  }),
  list: endpoint('GET stations/list', {
    access: 'user.self',
    summary: 'The stations a person may see, page by page',
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
    access: 'account.createStation',
    summary: 'Create a station in an account, with the defaults of spec §9',
    body: NewStation,
    returns: Station,
    status: 201,
    idempotent: true,
  }),
  live: endpoint('GET stations/{key}/live', {
    access: 'station.read',
    summary: 'What the engine says of the station now',
    returns: StationLive,
    spec: 'own',
  }),
  encoder: endpoint('GET stations/{key}/encoder', {
    access: 'station.read',
    summary: 'Where an encoder connects',
    returns: EncoderSettings,
    spec: 'own',
  }),
  revealPassword: endpoint('GET stations/{key}/encoder/password', {
    access: 'station.readCredentials',
    summary: "The encoder's password",
    returns: EncoderPassword,
    spec: 'own',
  }),
  resetPassword: endpoint('POST stations/{key}/encoder/password', {
    access: 'station.resetCredentials',
    summary: "Replace the encoder's password; a connected encoder is let go",
    returns: EncoderPassword,
    spec: 'own',
  }),
};
