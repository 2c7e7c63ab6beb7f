import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { AutoDj } from '#contract/api/playout.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { unmarkJingles } from './jingles.repo.ts';
import { markChanged, editPlaylist } from './playlist.ts';
import { appendTracks, countListed, countTracks, orderTracks, removeEntries } from './playlist-order.repo.ts';
import { latestStep, recordStep, revertStep } from './playlist-steps.repo.ts';

/** Turns shuffle on or off, from the next track on. */
export const setShuffle = async (db: Db, key: StationKey, shuffle: boolean, who: Person): Promise<AutoDj> =>
  await editPlaylist(db, key, who, async (tx, state) => {
    if (state.shuffle !== shuffle) await markChanged(tx, key, { shuffle });
  });

/**
 * Reorders the playlist to match `tracks`, which must be exactly its tracks; refuses with `autodj.orderMismatch` if
 * they aren't, or if the playlist has changed since `revision`.
 */
export const reorderTracks = async (
  db: Db,
  key: StationKey,
  body: { tracks: TrackKey[]; revision?: number | undefined },
  who: Person,
): Promise<AutoDj> =>
  await editPlaylist(db, key, who, async (tx, state) => {
    if (body.revision !== undefined && body.revision !== state.revision) refuse('autodj.orderMismatch');
    const count = await countTracks(tx, key);
    if (count !== body.tracks.length || count !== new Set(body.tracks).size) refuse('autodj.orderMismatch');
    await recordStep(tx, key, { what: 'ordered', tracks: body.tracks, by: who.id });
    if (count !== (await orderTracks(tx, key, body.tracks))) refuse('autodj.orderMismatch');
    if (count > 0) await markChanged(tx, key);
  });

/**
 * Appends tracks of this station's library; tracks already in the playlist stay where they are, and jingles become
 * music again. Refuses with `media.notFound` if one belongs to another station.
 */
export const addTracks = async (db: Db, key: StationKey, tracks: TrackKey[], who: Person): Promise<AutoDj> =>
  await editPlaylist(db, key, who, async (tx) => {
    const unique = [...new Set(tracks)];
    const alreadyListed = await countListed(tx, key, unique);
    if (alreadyListed === unique.length) return;
    await recordStep(tx, key, { what: 'added', tracks: unique, by: who.id });
    if ((await appendTracks(tx, key, unique)) + alreadyListed !== unique.length) refuse('media.notFound');
    await unmarkJingles(tx, key, unique);
    await markChanged(tx, key);
  });

/** Removes tracks from the playlist; they remain in the library. */
export const removeTracks = async (db: Db, key: StationKey, tracks: TrackKey[], who: Person): Promise<AutoDj> =>
  await editPlaylist(db, key, who, async (tx) => {
    if ((await countListed(tx, key, tracks)) === 0) return;
    await recordStep(tx, key, { what: 'removed', tracks, by: who.id });
    await removeEntries(tx, key, tracks);
    await markChanged(tx, key);
  });

/** Undoes the latest change of the playlist; refuses with `autodj.nothingToUndo` if that isn't `step`. */
export const undoStep = async (db: Db, key: StationKey, step: number, who: Person): Promise<AutoDj> =>
  await editPlaylist(db, key, who, async (tx) => {
    const latest = await latestStep(tx, key);
    if (latest?.id !== step) refuse('autodj.nothingToUndo');
    await revertStep(tx, step);
    await markChanged(tx, key);
  });
