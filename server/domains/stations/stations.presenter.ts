import type * as z from 'zod/mini';
import { stationTypes } from '#contract/rules/limits.ts';
import type { StationMasterLink } from '#contract/api/master-link.ts';
import { mayDo, type Role } from '#contract/rules/permissions.ts';
import type { StationLive } from '#contract/api/session.ts';
import { relayStreamType } from '#contract/api/station-lists.ts';
import { monitoringOf, socialPlatforms, type SocialLinks } from '#contract/api/station-profile.ts';
import type { EncoderSettings } from '#contract/api/encoder-settings.ts';
import type { Station } from '#contract/api/station.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { Config } from '#server/kernel/config.ts';
import { maskSources } from './masked-sources.ts';
import type { StationRow } from './stations.repo.ts';
import { streamBase } from './stream-urls.ts';

/** The station as a caller with these roles sees it, with the state the engine last reported. */
export const presentStation = (
  row: StationRow,
  live: StationLive,
  roles: readonly Role[],
  config: Config,
): Station => ({
  key: row.key,
  account_key: row.account_key,
  account_company: row.company,
  account: { key: row.account_key, company: row.company },
  name: row.name,
  streamname: row.streamname,
  streambase: streamBase(row, config),
  pretty_url: row.pretty_url,
  description: row.description,
  about: row.about,
  website: row.website,
  phone: row.phone,
  logo: imageUrl(row.logo),
  background: imageUrl(row.background),
  profile: presentSocial(row.profile),
  category: row.category,
  country: row.country,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
  activated: row.activation_status === activated,
  activation_status: row.activation_status,
  suspended: row.suspended_at !== null,
  deleted: row.deleted_at !== null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
  featured: row.featured || row.sponsored,
  public: row.public,
  searchable: row.searchable,
  exclusive: row.exclusive,
  show_tracks_playing: row.show_tracks_playing,
  tags: row.tags,
  organization_type: row.organization_type,
  organization_size: row.organization_size,
  default_timezone: row.default_timezone,
  language: row.language,
  default_type: row.type === stationTypes.relay ? row.default_type | relayStreamType : row.default_type,
  type: row.type,
  master: row.master_key && {
    key: row.master_key,
    name: row.master_name ?? '',
    state: row.master_state ?? 'deleted',
  },
  station_service_type: row.station_service_type,
  environment: row.environment,
  library_guid: row.library_guid,
  zosa: row.zosa,
  billing_owner: mayDo('station.decideForAccount', roles) ? row.billing_owner : null,
  ...settingsFor(row, roles),
  audioads: row.audioads ? 'enabled' : 'disabled',
  agreement: row.agreement && {
    version: row.agreement.version,
    acceptedAt: new Date(row.agreement.accepted_at).toISOString(),
  },
  master_link: masterLink(row, roles, config),
  rights: rightsOf(roles),
  radio_server_settings: serverSettings(row, roles),
  server_status: {
    status: live.status === 'active' ? 1 : 0,
    live: live.source === 'live',
    radio_server_status: live.status,
  },
  statistics: null,
  library_status: null,
});

/** A station's social links, with an empty string for each missing one. */
export const presentSocial = (links: StationRow['profile']): SocialLinks =>
  Object.fromEntries(socialPlatforms.map((place) => [place, links[place] ?? ''])) as SocialLinks;

/** Staff don't see the recipients of alerts and reports. */
const settingsFor = (
  { monitoring_settings: monitoring, reports_settings: reports }: StationRow,
  roles: readonly Role[],
): Pick<Station, 'monitoring_settings' | 'reports_settings'> => {
  const isShown = mayDo('station.readSettings', roles);
  return {
    monitoring_settings: {
      ...monitoringOf(monitoring),
      emails: (isShown && monitoring.emails) || [],
      phones: (isShown && monitoring.phones) || [],
    },
    reports_settings: { emails: (isShown && reports.emails) || [] },
  };
};

/** Where an encoder connects: directly to the streaming port, as a proxy in front may not forward sources. */
export const presentEncoder = (row: StationRow, config: Config): z.infer<typeof EncoderSettings> => {
  const { hostname, port: urlPort } = new URL(config.streamUrl);
  const port = urlPort === '' ? config.streamPort : Number(urlPort);
  return {
    icecast: {
      host: hostname,
      port,
      mount: `/${row.streamname}`,
      user: 'source',
      url: `icecast://source@${hostname}:${port}/${row.streamname}`,
    },
    shoutcast: { host: hostname, port, direct_port: port + 1, stream_id: streamId(row) },
    format: {
      media_type: row.codec.toUpperCase(),
      bitrate: row.bitrate,
      sample_rate: row.sample_rate,
      channels: row.channels,
    },
  };
};

const masterLink = (row: StationRow, roles: readonly Role[], config: Config): StationMasterLink => {
  const settings = serverSettings(row, roles);
  const { host, port, mount } = presentEncoder(row, config).icecast;
  return {
    encoding: settings.media_type,
    failover_settings: settings.failover_settings,
    linkURI: `${host}:${port}`,
    masterLinkMountPoint: mount,
    streamId: settings.stream_id,
    relaySourceURI: settings.relay_url,
  };
};

/** A mount has one stream: tools that need a stream ID get the configured one, by default 1. */
const streamId = ({ settings }: StationRow): number => settings.stream_id ?? 1;

/** Spec-readings 17. */
const activated = 4;

/** The caller's rights: account roles count like the same station roles, and each role includes the ones below it. */
const rightsOf = (roles: readonly Role[]): Station['rights'] => {
  const hasAny = (...accepted: Role[]) => roles.some((role) => accepted.includes(role));
  const owner = hasAny('portalAdmin', 'accountOwner', 'stationOwner');
  const admin = owner || hasAny('accountAdmin', 'stationAdmin');
  return { owner, admin, staff: admin || hasAny('stationStaff') };
};

const serverSettings = (row: StationRow, roles: readonly Role[]): Station['radio_server_settings'] => ({
  hls: false,
  low_bitrate: 0,
  stream_id: streamId(row),
  ...row.settings,
  ...(!mayDo('station.update', roles) && maskSources(row.settings)),
  bitrate: row.bitrate,
  sample_rate: row.sample_rate,
  channels: row.channels,
  burst: row.burst,
  media_type: row.codec === 'mp3' ? 'MP3' : 'AAC',
});
