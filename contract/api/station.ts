import * as z from 'zod/mini';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { limits, mp3Bitrates, stationCategories, stationDefaults } from '../rules/limits.ts';
import { Country, Language, listed, text } from '../rules/listing.ts';
import { StationMasterLink } from './master-link.ts';
import {
  organizationSizes,
  organizationTypes,
  reservedMounts,
  stationEnvironments,
  stationTags,
  streamTypes,
} from './station-lists.ts';
import {
  ChangedMonitoring,
  ChangedReports,
  MonitoringSettings,
  Phone,
  PrettyUrl,
  ReportsSettings,
  SocialLinks,
  Website,
} from './station-profile.ts';
import { TimeZone } from '../rules/time-zone.ts';
import { webAddress } from '../rules/web-address.ts';

/** Spec §3 "radio_server_settings". Rates in Hz and bit/s, burst and mixes in ms (readings 17). */
export const RadioServerSettings = z.object({
  bitrate: z.number(),
  sample_rate: z.number(),
  channels: z.number(),
  burst: z.number(),
  media_type: z.enum(['MP3', 'AAC']),
  /** Also available in AAC, at `{streamname}.aac`. */
  mp4: z.boolean(),
  /** Also available at a lower bit rate, at `{streamname}-low`; 0 for none. */
  low_bitrate: z.number(),
  hls: z.boolean(),
  mix_offset: z.number(),
  mix_speed: z.number(),
  project_type: z.number(),
  allow_secure: z.boolean(),
  interrupt_master: z.boolean(),
  call_in_allowed: z.boolean(),
  studio_allowed: z.boolean(),
  metadata: z.string(),
  /** The stream ID for Shoutcast 2 tools; any other is accepted too. */
  stream_id: z.number(),
  relay_url: z.string(),
  fingerprint_category: z.number(),
  failover_settings: z.array(z.object({ url: z.string() })),
});
export type RadioServerSettings = z.infer<typeof RadioServerSettings>;

/** Spec §3 "statistics"; -1 if the plan sets no limit. */
export const StationStatistics = z.object({
  station_shows_count: z.number(),
  plan_people: z.number(),
  shows_count: z.number(),
  djs_count: z.number(),
  plan_shows: z.number(),
  station_people: z.number(),
  followed_score: z.number(),
});
export type StationStatistics = z.infer<typeof StationStatistics>;

/** The master of a relay, for the relay's page; without a name once it is permanently deleted. */
export const RelayMaster = z.object({
  key: StationKey,
  name: z.string(),
  state: z.enum(['active', 'suspended', 'deleted']),
});
export type RelayMaster = z.infer<typeof RelayMaster>;

/** Spec §3 "Station". */
export const Station = z.object({
  key: StationKey,
  account_key: AccountKey,
  account_company: z.string(),
  account: z.object({ key: AccountKey, company: z.string() }),
  name: z.string(),
  /** The mount point: `{streambase}/{streamname}` is what a player opens. */
  streamname: z.string(),
  streambase: z.string(),
  pretty_url: z.string(),
  description: z.string(),
  about: z.string(),
  website: z.string(),
  phone: z.string(),
  /** URLs of its pictures (170×170 and 420×300); null without one. */
  logo: z.nullable(z.string()),
  background: z.nullable(z.string()),
  profile: SocialLinks,
  category: z.number(),
  country: z.string(),
  created: z.string(),
  updated: z.string(),
  activated: z.boolean(),
  activation_status: z.number(),
  suspended: z.boolean(),
  deleted: z.boolean(),
  deleted_at: z.nullable(z.string()),
  featured: z.boolean(),
  public: z.boolean(),
  searchable: z.boolean(),
  exclusive: z.boolean(),
  show_tracks_playing: z.boolean(),
  tags: z.array(z.enum(stationTags)),
  organization_type: z.number(),
  organization_size: z.number(),
  default_timezone: z.string(),
  /** Of its public page: BCP 47. */
  language: z.string(),
  /** A stream type code (station-lists.ts). */
  default_type: z.number(),
  type: z.number(),
  /** Of a relay: its master station on this portal. */
  master: z.nullable(RelayMaster),
  station_service_type: z.number(),
  environment: z.enum(stationEnvironments),
  /** The ID of its media library in other systems; never changes, even when the station moves. */
  library_guid: z.string(),
  /** Marks a station whose automation software runs elsewhere; set by the portal. */
  zosa: z.boolean(),
  /** The account member responsible for billing, by ID; null for users without access to billing. */
  billing_owner: z.nullable(z.string()),
  /** Empty for staff, like the recipients of reports. */
  monitoring_settings: MonitoringSettings,
  reports_settings: ReportsSettings,
  /** Whether audio ads are on; the advertising agreement that the account accepted last, null before it accepted one. */
  audioads: z.enum(['enabled', 'disabled']),
  agreement: z.nullable(z.object({ version: z.string(), acceptedAt: z.string() })),
  master_link: StationMasterLink,
  rights: z.object({ owner: z.boolean(), admin: z.boolean(), staff: z.boolean() }),
  radio_server_settings: RadioServerSettings,
  server_status: z.object({
    /** `on` when nonzero (spec §3). */
    status: z.number(),
    live: z.boolean(),
    radio_server_status: z.enum(['active', 'inactive', 'starting', 'stopping']),
  }),
  /** Null in lists: only calculated for a single station. */
  statistics: z.nullable(StationStatistics),
  /** Whether the media library can be used (spec §2 "Library status"); null in lists too. */
  library_status: z.nullable(z.enum(['activated', 'unavailable'])),
});
export type Station = z.infer<typeof Station>;
export const StationList = listed(Station);

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

/** The path of a station's stream URL. */
export const MountName = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(
    /^[a-z0-9][a-z0-9_-]{2,99}$/,
    'The mount must have 3 to 100 lower-case letters, digits, dashes and underscores.',
  ),
  z.refine((name) => !reservedMounts.has(name), 'This mount is reserved for the streaming server.'),
);

/** One of these numbers; typed as any number, so that clients may send a station back as they received it. */
const oneOf = (known: readonly number[], message: string) =>
  z.number(message).check(z.refine((given) => known.includes(given), message));
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);
const category = oneOf(idsOf(stationCategories), 'Please choose a category.');
export const BitRate = oneOf(mp3Bitrates, 'Please choose a bit rate.');
export const SampleRate = oneOf([44_100, 48_000], 'Please choose a sample rate.');
export const Channels = z.number().check(z.int(), z.gte(1), z.lte(2));

/** The stream ID of Shoutcast 2: 1 to 2147483647. */
export const StreamId = z
  .number('Please enter a whole number from 1.')
  .check(z.int(), z.gte(1, 'Please enter a whole number from 1.'), z.lte(2_147_483_647));

/** The stream that a relay rebroadcasts, or ''. */
export const SourceUrl = webAddress('source URL', 'http');

export const NewStation = z.object({
  name: StationName,
  description: z.optional(text(2000)),
  category: z.optional(category),
  country: z.optional(Country),
  default_timezone: z.optional(TimeZone),
  website: z.optional(Website),
  bitrate: z.optional(BitRate),
  channels: z.optional(Channels),
  sample_rate: z._default(SampleRate, stationDefaults.sample_rate),
  /** Either makes it a relay (readings 1): of a station of its account, or of an external stream. */
  master: z.optional(StationKey),
  relay_url: z.optional(SourceUrl),
});
export type NewStation = z.input<typeof NewStation>;

const ms = (max: number) => z.optional(z.number().check(z.int(), z.gte(0), z.lte(max)));
/** URL of a fail-over stream. */
export const FailoverUrl = webAddress('fail-over URL', 'http').check(z.minLength(1));
/** Fail-over streams in order (spec §3 "failover_settings"). */
export const FailoverSettings = z
  .array(z.object({ url: FailoverUrl }))
  .check(z.maxLength(limits.failoverUrls, `At most ${limits.failoverUrls} URLs.`));

/** The fields after `stream_id` are for portal administrators. */
export const ChangedServerSettings = z.object({
  bitrate: z.optional(BitRate),
  sample_rate: z.optional(SampleRate),
  channels: z.optional(Channels),
  media_type: z.optional(z.enum(['MP3', 'AAC'])),
  burst: ms(30_000),
  mix_offset: ms(20_000),
  mix_speed: ms(20_000),
  mp4: z.optional(z.boolean()),
  low_bitrate: z.optional(oneOf([0, ...mp3Bitrates], 'Please choose a bit rate.')),
  hls: z.optional(z.boolean()),
  allow_secure: z.optional(z.boolean()),
  interrupt_master: z.optional(z.boolean()),
  failover_settings: z.optional(FailoverSettings),
  metadata: z.optional(text(200)),
  stream_id: z.optional(StreamId),
  project_type: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1000))),
  fingerprint_category: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1000))),
  call_in_allowed: z.optional(z.boolean()),
  studio_allowed: z.optional(z.boolean()),
});

/**
 * `PUT stations/{key}`: the station as returned, or parts of it. The fields after `radio_server_settings` are for
 * portal administrators; anyone else who changes them gets 403. Fields that have their own call, or can't be changed,
 * are ignored.
 */
export const ChangedStation = z.object({
  name: z.optional(StationName),
  streamname: z.optional(MountName),
  pretty_url: z.optional(PrettyUrl),
  description: z.optional(text(2000)),
  about: z.optional(text(4000)),
  website: z.optional(Website),
  phone: z.optional(Phone),
  category: z.optional(category),
  country: z.optional(Country),
  default_timezone: z.optional(TimeZone),
  language: z.optional(Language),
  public: z.optional(z.boolean()),
  searchable: z.optional(z.boolean()),
  show_tracks_playing: z.optional(z.boolean()),
  tags: z.optional(z.array(z.enum(stationTags)).check(z.maxLength(stationTags.length))),
  organization_type: z.optional(oneOf([0, ...idsOf(organizationTypes)], 'Please choose a type.')),
  organization_size: z.optional(oneOf([0, ...idsOf(organizationSizes)], 'Please choose a size.')),
  default_type: z.optional(z.number().check(z.int(), z.gte(0), z.lte(255))),
  billing_owner: z.optional(z.nullable(z.uuid('Please choose a person.'))),
  monitoring_settings: z.optional(ChangedMonitoring),
  reports_settings: z.optional(ChangedReports),
  radio_server_settings: z.optional(ChangedServerSettings),
  station_service_type: z.optional(z.number().check(z.int(), z.gte(0), z.lte(255))),
  activation_status: z.optional(z.number().check(z.int(), z.gte(0), z.lte(10))),
  exclusive: z.optional(z.boolean()),
  featured: z.optional(z.boolean()),
  environment: z.optional(z.enum(stationEnvironments)),
  zosa: z.optional(z.boolean()),
});
export type ChangedStation = z.input<typeof ChangedStation>;

/** Whether a station can be given this stream type code. */
export const isStreamType = (code: number): boolean => streamTypes.some((one) => one.code === code);

type Format = Pick<RadioServerSettings, 'media_type' | 'sample_rate' | 'channels'>;

/**
 * Whether this change of settings disconnects the listeners: players stop when the codec, sample rate or channel count
 * changes. The page asks first, and the reply says whether it happened.
 */
export const dropsListeners = (
  before: Format,
  change: Partial<{ [N in keyof Format]: Format[N] | undefined }>,
): boolean =>
  (['media_type', 'sample_rate', 'channels'] as const).some(
    (name) => change[name] !== undefined && change[name] !== before[name],
  );
