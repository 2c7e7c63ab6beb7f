import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import { tracksAllowed } from '#contract/rules/plans.ts';
import type { AutoDj, AutoDjTrack, PlaylistStep } from '#contract/api/playout.ts';
import { featuresOfStation } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { latestStep } from './playlist-steps.repo.ts';
import * as repo from './playout.repo.ts';

/** The playlist with its state. */
export const getAutoDj = async (db: Db | Tx, key: StationKey, who: Person): Promise<AutoDj> => {
  const state = (await repo.findAutoDj(db, key)) ?? refuse('station.notFound');
  const tracks = await repo.playlistOf(db, key);
  const plan = await featuresOfStation(db, key);
  const allowed = tracksAllowed({ isPortalAdmin: who.isPortalAdmin, plan });
  return {
    stream: key,
    playlist: presentTracks(tracks),
    shuffle: state.shuffle,
    tracks_allowed: Number.isFinite(allowed) ? allowed : null,
    ...presentState(state),
    undo: await presentStep(db, key),
  };
};

/** The revision of a playlist, and whether it has changes that "save and restart" has not applied. */
export const presentState = (state: repo.AutoDjRow): Pick<AutoDj, 'dirty' | 'revision'> => ({
  dirty: state.revision !== state.applied_revision,
  revision: state.revision,
});

/** The latest change, which can be undone. */
export const presentStep = async (db: Db | Tx, key: StationKey): Promise<PlaylistStep | null> => {
  const step = await latestStep(db, key);
  return step ? { ...step, at: step.at.toISOString() } : null;
};

/** A track as the Auto DJ's lists show it. */
export const presentTrack = (row: repo.PlaylistRow): z.infer<typeof AutoDjTrack> => ({
  key: row.key,
  title: row.title,
  artist: row.artist,
  album: row.album,
  duration: row.duration_ms / 1000,
  url: row.url,
  state: row.state,
  duplicate: null,
});

/** A list of tracks; marks those whose audio, or artist and title, already appear further up. */
export const presentTracks = (rows: readonly repo.PlaylistRow[]): AutoDjTrack[] => {
  const files = new Set<string>();
  const titles = new Set<string>();
  return rows.map((row) => {
    const title = `${row.artist}\n${row.title}`.toLowerCase();
    const isSameFile = row.sound !== '' && files.has(row.sound);
    const isSameTitle = row.artist !== '' && titles.has(title);
    files.add(row.sound);
    titles.add(title);
    return { ...presentTrack(row), duplicate: isSameFile ? 'file' : isSameTitle ? 'title' : null };
  });
};

/** Changes a playlist under its lock, and returns the result. */
export const editPlaylist = async (
  db: Db,
  key: StationKey,
  who: Person,
  change: (tx: Tx, state: repo.AutoDjRow) => Promise<void>,
): Promise<AutoDj> =>
  await db.transaction().execute(async (tx) => {
    await change(tx, (await repo.lockAutoDj(tx, key)) ?? refuse('station.notFound'));
    return await getAutoDj(tx, key, who);
  });

/** Raises the playlist's revision and notifies the engine, in this transaction. */
export const markChanged = async (tx: Tx, key: StationKey, also: { shuffle?: boolean } = {}): Promise<void> => {
  await repo.raiseRevision(tx, key, also);
  await repo.touch(tx, key);
};
