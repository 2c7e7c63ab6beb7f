import type { StationState } from '#contract/engine/engine.ts';
import type { ErrorCode } from '#contract/texts/errors.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { AutoDj, playout } from '#contract/api/playout.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { markChanged, editPlaylist, presentTrack } from './playlist.ts';
import { appendTracks, insertByUpload } from './playlist-order.repo.ts';
import type { EngineSync } from './playout.events.ts';
import * as repo from './playout.repo.ts';

export { queueTrack, unqueue, type AirDeps } from './air.ts';
export { promptFile } from './desired-calls.ts';

export type PlayoutDeps = Pick<Kernel, 'db' | 'log'> & { live: LiveHub; engine: EngineSync };
type ServerState = { status: StationState['status'] };

/** How long a request waits for the engine before it fails. */
const engineTimeoutMs = 3000;

/**
 * Marks the station in this transaction to be sent to the engine again. Call it after a change of a playlist, a
 * rendition or a track's title; repeated calls in one transaction are harmless.
 */
export const touchStation = async (tx: Tx, station: StationKey): Promise<void> => await repo.touch(tx, station);

/** The same for every station of an account, after it was suspended, reactivated, held or no longer held. */
export const touchStationsOf = async (tx: Tx, account: AccountKey): Promise<void> =>
  await repo.touchStationsOfAccount(tx, account);

/** Appends tracks of the station to its playlist, in this transaction; those already in it stay where they are. */
export const appendToPlaylist = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<void> => {
  await repo.lockAutoDj(tx, station);
  if ((await appendTracks(tx, station, tracks)) === 0) return;
  await markChanged(tx, station);
};

/** Inserts an uploaded track into the station's playlist in upload order, in this transaction. */
export const insertIntoPlaylist = async (tx: Tx, station: StationKey, track: TrackKey): Promise<void> => {
  await repo.lockAutoDj(tx, station);
  if (await insertByUpload(tx, station, track)) await markChanged(tx, station);
};

/**
 * Puts the station on the air and returns its status. The desired state is saved even if the engine is offline. Refuses with
 * `account.held` and `station.suspended`.
 */
export const startServer = async (deps: PlayoutDeps, key: StationKey): Promise<ServerState> => {
  await putOnAir(deps, key);
  return await reach(deps, key, 'server.startFailed');
};

/** Takes the station off the air: the engine refuses listeners and encoders. */
export const stopServer = async (deps: PlayoutDeps, key: StationKey): Promise<ServerState> => {
  await repo.setRunning(deps.db, key, false);
  return await reach(deps, key, 'server.stopFailed');
};

/** Drops the station's connections and plays from the first track; starts a stopped station. */
export const restartServer = async (deps: PlayoutDeps, key: StationKey): Promise<ServerState> => {
  await putOnAir(deps, key);
  return await reach(deps, key, 'server.restartFailed', 'restart');
};

const putOnAir = async ({ db }: PlayoutDeps, key: StationKey): Promise<void> => {
  if (await repo.isHeld(db, key)) refuse('account.held');
  if (!(await repo.setRunning(db, key, true))) refuse('station.suspended');
};

/** "Save and restart": the Auto DJ starts over from the first track; listeners stay connected. */
export const restartPlaylist = async (deps: PlayoutDeps, key: StationKey, who: Person): Promise<AutoDj> => {
  const saved = await editPlaylist(deps.db, key, who, async (tx) => {
    await repo.raiseRevision(tx, key, { appliedAndRestarted: true });
    await repo.touch(tx, key);
  });
  await reach(deps, key, 'autodj.restartFailed');
  return saved;
};

/** The track the Auto DJ is playing; null while another source is on the air. */
export const currentTrack = async (
  deps: PlayoutDeps,
  key: StationKey,
): Promise<ReturnsOf<SpecOf<typeof playout.current>>> => {
  const live = deps.live.latest(key);
  const isOnAir = live?.status === 'active' && live.source !== 'none';
  const playing = live?.source === 'autodj' ? live.track : null;
  const track = playing && (await repo.playlistTrack(deps.db, key, playing.key));
  return { onAir: isOnAir, stream: key, track: track ? presentTrack(track) : null };
};

const reach = async (
  deps: PlayoutDeps,
  key: StationKey,
  failure: ErrorCode,
  also?: 'restart',
): Promise<ServerState> => {
  try {
    return { status: (await deps.engine.push(key, engineTimeoutMs, also)).status };
  } catch (error) {
    deps.log.warn({ station: key, error: String(error) }, 'engine not reachable for a user request');
    return refuse(failure);
  }
};
