import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { MediaTrack } from '#contract/library.ts';
import { limits } from '#contract/limits.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { AudioEngine, AudioKind } from '#server/engines/audio/port.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { dropImage, keepImage, type ImagesDeps } from '#server/platform/images.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import * as repo from './library.repo.ts';
import { presentTrack } from './library.presenter.ts';
import { usesOf } from './list-tracks.repo.ts';

type ArtworkDeps = ImagesDeps & Pick<Kernel, 'db'>;

const square = { width: limits.artworkPx, height: limits.artworkPx, fit: 'cover' } as const;

/** Puts an uploaded picture, cut to its middle square, in the place of a track's artwork; refuses with spec §8's image errors. */
export const setArtwork = async (
  deps: ArtworkDeps,
  station: StationKey,
  key: TrackKey,
  path: string,
): Promise<MediaTrack> => {
  const name = await keepImage(deps, 'artwork', path, square).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('image.artworkFailed', {}, {});
  });
  try {
    return await replace(deps, station, key, name);
  } catch (error) {
    await dropImage(deps, name);
    throw error;
  }
};

/** Takes a track's artwork away; none to take is no mistake. */
export const removeArtwork = async (
  deps: Pick<Kernel, 'db' | 'storage'>,
  station: StationKey,
  key: TrackKey,
): Promise<MediaTrack> => await replace(deps, station, key, null);

const replace = async (
  deps: Pick<Kernel, 'db' | 'storage'>,
  station: StationKey,
  key: TrackKey,
  artwork: string | null,
): Promise<MediaTrack> => {
  const { old, now } = await deps.db.transaction().execute(async (tx) => {
    await repo.lockLibrary(tx, station);
    const before = await repo.findTrack(tx, key);
    if (!before || before.station_key !== station) return refuse('media.notFound');
    const row = (await repo.updateTrack(tx, key, { artwork })) ?? refuse('media.notFound');
    await touchStation(tx, station);
    const uses = await usesOf(tx, station, [key]);
    return { old: before.artwork, now: presentTrack(row, uses.get(key) ?? []) };
  });
  await dropImage(deps, old);
  return now;
};

/** Keeps the picture in a file's tags; one that can't be read is no reason to refuse the music. */
export const keepEmbedded = async (
  deps: ImagesDeps & Pick<Kernel, 'config' | 'log'> & { audio: AudioEngine },
  path: string,
  kind: AudioKind,
): Promise<string | null> => {
  try {
    return await withWorkFile(deps, async (out) =>
      (await deps.audio.takePicture(path, kind, out)) ? await keepImage(deps, 'artwork', out, square) : null,
    );
  } catch (error) {
    deps.log.debug({ err: error }, 'the artwork of a file could not be read');
    return null;
  }
};
