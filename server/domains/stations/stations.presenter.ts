import type { Role } from '#contract/permissions.ts';
import type { StationLive } from '#contract/session.ts';
import type { EncoderSettings, Station } from '#contract/stations.ts';
import type * as z from 'zod/mini';
import type { Config } from '#server/kernel/config.ts';
import type { StationRow } from './stations.repo.ts';

/** The station as somebody with these roles towards it sees it, with the state the engine last told. */
export const presentStation = (
  row: StationRow,
  live: StationLive,
  roles: readonly Role[],
  config: Config,
): Station => ({
  key: row.key,
  account_key: row.account_key,
  account_company: row.company,
  name: row.name,
  streamname: row.streamname,
  streambase: config.streamUrl,
  pretty_url: row.pretty_url,
  description: row.description,
  about: row.about,
  website: row.website,
  category: row.category,
  country: row.country,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
  activated: row.activation_status === activated,
  activation_status: row.activation_status,
  suspended: row.suspended_at !== null,
  deleted: row.deleted_at !== null,
  public: row.public,
  searchable: row.searchable,
  exclusive: row.exclusive,
  show_tracks_playing: row.show_tracks_playing,
  tags: row.tags,
  organization_type: row.organization_type,
  organization_size: row.organization_size,
  default_timezone: row.default_timezone,
  type: row.type,
  station_service_type: row.station_service_type,
  rights: rightsOf(roles),
  radio_server_settings: serverSettings(row),
  server_status: {
    status: live.status === 'active' ? 1 : 0,
    live: live.source === 'live',
    radio_server_status: live.status,
  },
});

/** Where an encoder connects: the streaming port itself, as a proxy before it may not pass a source on. */
export const presentEncoder = (row: StationRow, config: Config): z.infer<typeof EncoderSettings> => {
  const { hostname, port: written } = new URL(config.streamUrl);
  const port = written === '' ? config.streamPort : Number(written);
  return {
    icecast: {
      host: hostname,
      port,
      mount: `/${row.streamname}`,
      user: 'source',
      url: `icecast://source@${hostname}:${port}/${row.streamname}`,
    },
    shoutcast: { host: hostname, port, direct_port: port + 1 },
    format: {
      media_type: row.codec.toUpperCase(),
      bitrate: row.bitrate,
      sample_rate: row.sample_rate,
      channels: row.channels,
    },
  };
};

/** Spec-readings 17. */
const activated = 4;

/** What the caller may act as: an account's owner is as good as the station's, and each role holds those below it. */
const rightsOf = (roles: readonly Role[]): Station['rights'] => {
  const isOne = (...wanted: Role[]) => roles.some((role) => wanted.includes(role));
  const owner = isOne('portalAdmin', 'accountOwner', 'stationOwner');
  const admin = owner || isOne('accountAdmin', 'stationAdmin');
  return { owner, admin, staff: admin || isOne('stationStaff') };
};

const serverSettings = (row: StationRow): Station['radio_server_settings'] => ({
  ...row.settings,
  bitrate: row.bitrate,
  sample_rate: row.sample_rate,
  channels: row.channels,
  burst: row.burst,
  media_type: row.codec === 'mp3' ? 'MP3' : 'AAC',
});
