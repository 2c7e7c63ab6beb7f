import type { StationDesired } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { logQuota } from '#contract/api/logger.ts';
import { stationCategories, stationTypes } from '#contract/rules/limits.ts';
import { monitoringOf } from '#contract/api/station-profile.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { desiredCalls, type DesiredCalls } from './desired-calls.ts';
import { desiredAutoDjs, type DesiredAutoDj, type DesiredDeps } from './desired-autodj.ts';
import { desiredPresenters, type DesiredPresenterList } from './desired-presenters.ts';
import { desiredRecordings, type DesiredRecordings } from './desired-recordings.ts';

/** The desired state of a station for the engine; `document` is undefined if the station is deleted. */
export type Desired = {
  key: StationKey;
  revision: number;
  /** The engine that has the station, and how often it has moved; null and 0 where there is only one engine. */
  node: string | null;
  epoch: number;
  document: StationDesired | undefined;
};

/**
 * Builds the desired state of these stations, in a fixed number of queries. The rows are read before the playlists, so
 * that a document is never older than its revision.
 */
export const desiredStations = async (from: DesiredDeps, keys: readonly StationKey[]): Promise<Desired[]> => {
  const rows = await selectStations(from.db, keys);
  const autoDjs = await desiredAutoDjs(from, keys);
  const recordings = await desiredRecordings(from.db, keys);
  const calls = await desiredCalls(from, keys);
  const presenters = await desiredPresenters(from.db, keys);
  return rows.map((row) => ({
    key: row.key,
    revision: row.revision,
    ...{ node: row.node, epoch: row.epoch ?? 0 },
    document:
      row.deleted_at === null
        ? {
            ...documentOf(row, autoDjs.get(row.key), recordings.get(row.key)),
            ...callsOf(calls.get(row.key)),
            ...presentersOf(row, presenters.get(row.key)),
          }
        : undefined,
  }));
};

/** All stations that an engine should have, with their versions; without a node, all stations. */
export const allVersions = async (
  db: Db,
  node: string | undefined,
): Promise<{ key: StationKey; revision: number; epoch?: number }[]> => {
  const rows = await db
    .selectFrom('stations')
    .leftJoin('placements', 'placements.station_key', 'stations.key')
    .select(['stations.key', 'stations.revision', 'placements.epoch'])
    .where('stations.deleted_at', 'is', null)
    .$if(node !== undefined, (query) => query.where('placements.node_id', '=', node!))
    .execute();
  return rows.map(({ epoch, ...row }) => ({ ...row, ...(epoch !== null && { epoch }) }));
};

type Row = Awaited<ReturnType<typeof selectStations>>[number];

const selectStations = (db: Db, keys: readonly StationKey[]) =>
  db
    .selectFrom('stations')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .leftJoin('autodj', 'autodj.station_key', 'stations.key')
    .leftJoin('stream_rules', 'stream_rules.station_key', 'stations.key')
    .leftJoin('automation', 'automation.station_key', 'stations.key')
    .leftJoin('placements', 'placements.station_key', 'stations.key')
    .selectAll('stations')
    .select([
      'accounts.suspended_at as account_suspended_at',
      'accounts.deleted_at as account_deleted_at',
      'accounts.held_reason as account_held_reason',
      'autodj.shuffle',
      ...limitColumns,
      'autodj.generation',
      'automation.requested as automation_requested',
      'automation.mix_ms',
      'automation.level',
      'placements.node_id as node',
      'placements.epoch',
      'placements.position',
    ])
    .where('stations.key', 'in', [...keys])
    .execute();

const documentOf = (
  row: Row,
  autoDj: DesiredAutoDj | undefined,
  recordings: DesiredRecordings = [],
): StationDesired => {
  const reason = reasonOffAir(row);
  return {
    key: row.key,
    account: row.account_key,
    revision: row.revision,
    ...(row.epoch !== null && { epoch: row.epoch }),
    ...(row.position && { resume: row.position }),
    mount: row.streamname,
    name: row.name,
    description: row.description,
    idle_title: row.settings.metadata,
    genre: stationCategories.find((category) => category.id === row.category)?.name ?? '',
    website: row.website,
    public: row.public,
    running: reason === '',
    reason,
    format: { codec: row.codec, sample_rate: row.sample_rate, channels: row.channels, bitrate: row.bitrate },
    password: row.source_password,
    burst_ms: row.burst,
    steady_ms: 200,
    stall_ms: 2000,
    hold_ms: 600_000,
    autodj: {
      ...(autoDj?.lists ?? { items: [] }),
      shuffle: row.shuffle ?? false,
      generation: row.generation ?? 1,
      ...(autoDj && { rules: autoDj.rules }),
    },
    ...automationOf(row),
    ...sourcesOf(row),
    limits: limitsOf(row),
    outputs: { aac: row.settings.mp4, low_bitrate: row.settings.low_bitrate || null },
    ...deadAirOf(row),
    hls: row.settings.hls ?? false,
    log: {
      recording: row.log_enabled,
      days: row.log_days,
      max_bytes: logQuota(row.bitrate, row.log_days),
    },
    recordings,
  };
};

const callsOf = (calls: DesiredCalls | undefined): Pick<StationDesired, 'calls'> => (calls ? { calls } : {});

const presentersOf = (
  { default_timezone }: Row,
  list: DesiredPresenterList | undefined,
): Pick<StationDesired, 'presenters'> => (list ? { presenters: { timezone: default_timezone || 'UTC', list } } : {});

const automationOf = (row: Row): Pick<StationDesired, 'automation'> =>
  row.automation_requested === null ? {} : { automation: { mix_ms: row.mix_ms ?? 0, level: row.level ?? false } };

/** The sources that play while no encoder is connected: for a relay, its URL or master; then the fail-over URLs. */
const sourcesOf = ({ type, master_key, settings, relay_secret }: Row) => ({
  ...(type === stationTypes.relay && { relay: relayOf(settings.relay_url, master_key) }),
  failover: settings.failover_settings.map(({ url }) => url),
  interrupt_master: settings.interrupt_master,
  relay_secret,
});

const relayOf = (url: string, master: StationKey | null): StationDesired['relay'] => {
  if (url !== '') return { kind: 'url', url };
  return master === null ? undefined : { kind: 'station', key: master };
};

const limitColumns = [
  ...(['country_mode', 'countries', 'allowed_networks', 'blocked_networks', 'only_allowed'] as const),
  ...(['max_listeners', 'max_per_address'] as const),
] as const;

/** Listener limits and access rules; without any, everyone may listen. */
const limitsOf = (row: Row): StationDesired['limits'] => ({
  listeners: row.max_listeners,
  per_address: row.max_per_address,
  ...(row.country_mode !== null && {
    rules: {
      country_mode: row.country_mode,
      countries: row.countries ?? [],
      allowed_networks: row.allowed_networks ?? [],
      blocked_networks: row.blocked_networks ?? [],
      only_allowed: row.only_allowed ?? false,
    },
  }),
});

/** The threshold and duration of dead air, if the station is monitored. */
const deadAirOf = ({ monitoring_settings }: Row): Pick<StationDesired, 'dead_air'> => {
  const { link, threshold, duration } = monitoringOf(monitoring_settings);
  return link ? { dead_air: { below_lufs: threshold, after_ms: duration * 1000 } } : {};
};

/** Why the station refuses listeners and encoders; '' if it is on the air. */
const reasonOffAir = (row: Row): string => {
  if (row.account_suspended_at !== null || row.account_deleted_at !== null)
    return "The station's account is suspended.";
  if (row.account_held_reason !== null) return row.account_held_reason;
  if (row.suspended_at !== null) return 'The station is not active.';
  if (!row.running) return 'The station is off the air.';
  return '';
};
