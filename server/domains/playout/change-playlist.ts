import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { AutoDj } from '#contract/playout.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { unmarkJingles } from './jingles.repo.ts';
import { changed, edit } from './playlist.ts';
import { appendTracks, countOf, countTracks, orderTracks, takeOutTracks } from './playlist-order.repo.ts';
import { latestStep, noteStep, takeBack } from './playlist-steps.repo.ts';

/** Shuffles or plays in order, from the next track on. */
export const setShuffle = async (db: Db, key: StationKey, shuffle: boolean, who: Person): Promise<AutoDj> =>
  await edit(db, key, who, async (tx, state) => {
    if (state.shuffle !== shuffle) await changed(tx, key, { shuffle });
  });

/**
 * Puts the playlist into the order of `tracks`, which must be exactly its tracks; refuses with
 * `autodj.orderMismatch` where they aren't, or where it has changed since `revision`.
 */
export const reorderTracks = async (
  db: Db,
  key: StationKey,
  body: { tracks: TrackKey[]; revision?: number | undefined },
  who: Person,
): Promise<AutoDj> =>
  await edit(db, key, who, async (tx, state) => {
    if (body.revision !== undefined && body.revision !== state.revision) refuse('autodj.orderMismatch');
    const count = await countTracks(tx, key);
    if (count !== body.tracks.length || count !== new Set(body.tracks).size) refuse('autodj.orderMismatch');
    await noteStep(tx, key, { what: 'ordered', tracks: body.tracks, by: who.id });
    if (count !== (await orderTracks(tx, key, body.tracks))) refuse('autodj.orderMismatch');
    if (count > 0) await changed(tx, key);
  });

/**
 * Adds tracks of this station's library to the end, those that are in the playlist already stay where they are; what
 * was a jingle is one no more. Refuses with `media.notFound` where one is another station's.
 */
export const addTracks = async (db: Db, key: StationKey, tracks: TrackKey[], who: Person): Promise<AutoDj> =>
  await edit(db, key, who, async (tx) => {
    const wanted = [...new Set(tracks)];
    const there = await countOf(tx, key, wanted);
    if (there === wanted.length) return;
    await noteStep(tx, key, { what: 'added', tracks: wanted, by: who.id });
    if ((await appendTracks(tx, key, wanted)) + there !== wanted.length) refuse('media.notFound');
    await unmarkJingles(tx, key, wanted);
    await changed(tx, key);
  });

/** Takes tracks out of the playlist; they stay in the library. */
export const removeTracks = async (db: Db, key: StationKey, tracks: TrackKey[], who: Person): Promise<AutoDj> =>
  await edit(db, key, who, async (tx) => {
    if ((await countOf(tx, key, tracks)) === 0) return;
    await noteStep(tx, key, { what: 'removed', tracks, by: who.id });
    await takeOutTracks(tx, key, tracks);
    await changed(tx, key);
  });

/** Undoes the latest change of the playlist; refuses with `autodj.nothingToUndo` where that isn't `step`. */
export const undoStep = async (db: Db, key: StationKey, step: number, who: Person): Promise<AutoDj> =>
  await edit(db, key, who, async (tx) => {
    const latest = await latestStep(tx, key);
    if (latest?.id !== step) refuse('autodj.nothingToUndo');
    await takeBack(tx, step);
    await changed(tx, key);
  });
