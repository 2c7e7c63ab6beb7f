import type * as z from 'zod/mini';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { EncoderPassword, EncoderSettings } from '#contract/api/encoder-settings.ts';
import type { NewStation, Station } from '#contract/api/station.ts';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createStation } from './create-station.ts';
import { newPassword } from './source-password.ts';
import { presentEncoder, presentStation } from './stations.presenter.ts';
import { stationStatistics } from './station-statistics.ts';
import {
  findByMount,
  findStation,
  findStationDetails,
  findStations,
  replacePassword,
  stationsOfAccount,
  type StationDetailsRow,
  type StationRow,
} from './stations.repo.ts';

export type { StationRow } from './stations.repo.ts';
export { soundOrigins, streamUrls } from './stream-urls.ts';

/** What the station endpoints need: database, configuration, clock, and the states the engine last reported. */
export type StationsDeps = Pick<Kernel, 'db' | 'config' | 'clock'> & { live: LiveHub };

/** One station as these roles see it, with statistics and library status; refuses with `station.notFound`. */
export const getStation = async (deps: StationsDeps, key: StationKey, roles: readonly Role[]): Promise<Station> =>
  presentDetails(deps, (await findStationDetails(deps.db, key)) ?? refuse('station.notFound'), roles);

/** The same for a row that has been read. */
export const presentDetails = (deps: StationsDeps, row: StationDetailsRow, roles: readonly Role[]): Station => ({
  ...present(deps, row, roles),
  ...stationStatistics(row),
});

/** An account's stations, or its deleted ones, sorted by name. */
export const listStations = async (
  deps: StationsDeps,
  account: AccountKey,
  query: Parameters<typeof stationsOfAccount>[2],
  roles: readonly Role[],
): Promise<{ entities: Station[]; total: number }> => {
  const { rows, total } = await stationsOfAccount(deps.db, account, query);
  return { entities: rows.map((row) => present(deps, row, roles)), total };
};

/** Creates a station; the caller's account roles apply to the new station too. */
export const addStation = async (
  deps: StationsDeps,
  account: AccountKey,
  body: z.output<typeof NewStation>,
  who: Person,
  roles: readonly Role[],
): Promise<Station> => await getStation(deps, await createStation(deps.db, account, body, who), roles);

/** The live state the engine last reported, or what the row implies if it has not reported yet. */
export const liveOf = async (deps: StationsDeps, key: StationKey): Promise<StationLive> =>
  deps.live.latest(key) ?? assumedLive(await stationRow(deps, key));

/** Where this station's encoder connects, and the format it should send. */
export const encoderOf = async (deps: StationsDeps, key: StationKey): Promise<z.infer<typeof EncoderSettings>> =>
  presentEncoder(await stationRow(deps, key), deps.config);

/** The encoder password, also in the form that Shoutcast v1 tools need. */
export const passwordOf = async (deps: StationsDeps, key: StationKey): Promise<z.infer<typeof EncoderPassword>> => {
  const row = await stationRow(deps, key);
  return { password: row.source_password, shoutcast_password: `${row.streamname}:${row.source_password}` };
};

/** Replaces the encoder password; the engine disconnects the current encoder, at once or when it is back online. */
export const resetPassword = async (
  deps: StationsDeps & { engine: EngineSync },
  key: StationKey,
): Promise<z.infer<typeof EncoderPassword>> => {
  await replacePassword(deps.db, key, newPassword(), deps.clock.now());
  deps.engine.kick(key);
  return await passwordOf(deps, key);
};

/** The station that owns a mount; undefined if there is none or it was deleted. */
export const stationOfMount = async (deps: StationsDeps, mount: string): Promise<StationRow | undefined> =>
  await findByMount(deps.db, mount);

/** These stations in this order, even deleted ones; those that don't exist are left out. */
export const stationsByKeys = async (db: StationsDeps['db'], keys: readonly StationKey[]): Promise<StationRow[]> =>
  await findStations(db, keys);

const stationRow = async (deps: StationsDeps, key: StationKey): Promise<StationRow> =>
  (await findStation(deps.db, key)) ?? refuse('station.notFound');

/** A row as a caller with these roles sees it. */
export const present = (deps: StationsDeps, row: StationRow, roles: readonly Role[]): Station =>
  presentStation(row, deps.live.latest(row.key) ?? assumedLive(row), roles, deps.config);

/** The state before the engine first reports: starting if the station should be on the air, otherwise inactive. */
const assumedLive = (row: StationRow): StationLive => ({
  key: row.key,
  status:
    row.running && row.suspended_at === null && row.deleted_at === null && !row.account_suspended && !row.account_held
      ? 'starting'
      : 'inactive',
  source: 'none',
  encoder: null,
  title: '',
  track: null,
  track_started: null,
  listeners: 0,
});
