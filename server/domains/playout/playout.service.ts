import type { StationState } from '#contract/engine.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/keys.ts';
import type { AutoDj, playout } from '#contract/playout.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { ReturnsOf, SpecOf } from '#contract/http.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { changed, edit, presentTrack } from './playlist.ts';
import { appendTracks, insertByUpload } from './playlist-order.repo.ts';
import type { EngineLink } from './playout.events.ts';
import * as repo from './playout.repo.ts';

export type PlayoutDeps = Pick<Kernel, 'db' | 'log'> & { live: LiveHub; engine: EngineLink };
type ServerState = { status: StationState['status'] };

/** How long a person waits for the engine before they are told that it can't be reached. */
const patienceMs = 3000;

/**
 * Tells in this transaction that the engine must be given the station anew. Whoever changes a playlist, a
 * rendition or a track's title calls it; a second call in a transaction does no harm.
 */
export const touchStation = async (tx: Tx, station: StationKey): Promise<void> => await repo.touch(tx, station);

/** The same for every station of an account: whoever suspends or reactivates it calls this. */
export const touchStationsOf = async (tx: Tx, account: AccountKey): Promise<void> => await repo.touchAllOf(tx, account);

/** Puts tracks of the station at the end of its playlist, in this transaction; those already in it stay. */
export const appendToPlaylist = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<void> => {
  await repo.lockAutoDj(tx, station);
  if ((await appendTracks(tx, station, tracks)) === 0) return;
  await changed(tx, station);
};

/** Puts an uploaded track into the station's playlist, in this transaction, in the order of the uploads. */
export const enterPlaylist = async (tx: Tx, station: StationKey, track: TrackKey): Promise<void> => {
  await repo.lockAutoDj(tx, station);
  if (await insertByUpload(tx, station, track)) await changed(tx, station);
};

/** Wants the station on the air, and says how it then is. What is wanted stays, though the engine be away. */
export const startServer = async (deps: PlayoutDeps, key: StationKey): Promise<ServerState> => {
  if (!(await repo.setRunning(deps.db, key, true))) refuse('station.suspended');
  return await reach(deps, key, 'server.startFailed');
};

/** Wants the station off the air: listeners and encoders are refused. */
export const stopServer = async (deps: PlayoutDeps, key: StationKey): Promise<ServerState> => {
  await repo.setRunning(deps.db, key, false);
  return await reach(deps, key, 'server.stopFailed');
};

/** Drops the station's connections and plays from the first track; a stopped station is started. */
export const restartServer = async (deps: PlayoutDeps, key: StationKey): Promise<ServerState> => {
  if (!(await repo.setRunning(deps.db, key, true))) refuse('station.suspended');
  return await reach(deps, key, 'server.restartFailed', 'restart');
};

/** "Save and restart": the engine plays the list from its first track, and no listener is dropped. */
export const restartPlaylist = async (deps: PlayoutDeps, key: StationKey, who: Person): Promise<AutoDj> => {
  const saved = await edit(deps.db, key, who, async (tx) => {
    await repo.raiseRevision(tx, key, { appliedAndRestarted: true });
    await repo.touch(tx, key);
  });
  await reach(deps, key, 'autodj.restartFailed');
  return saved;
};

/** What the Auto DJ plays now; nothing while another source is on the air. */
export const currentTrack = async (
  deps: PlayoutDeps,
  key: StationKey,
): Promise<ReturnsOf<SpecOf<typeof playout.current>>> => {
  const live = deps.live.last(key);
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
    return { status: (await deps.engine.push(key, patienceMs, also)).status };
  } catch (error) {
    deps.log.warn({ station: key, error: String(error) }, 'The engine could not be reached for a person.');
    return refuse(failure);
  }
};
