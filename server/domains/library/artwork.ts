import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { MediaTrack } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { AudioEngine, AudioKind } from '#server/engines/audio/port.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deleteImage, storeImage, type ImagesDeps } from '#server/platform/images.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import * as repo from './library.repo.ts';
import { presentOne } from './present-tracks.ts';

type ArtworkDeps = ImagesDeps & Pick<Kernel, 'db'>;

const square = { width: limits.artworkPx, height: limits.artworkPx, fit: 'cover' } as const;

/** Replaces a track's artwork with the uploaded picture, cropped to a square; refuses with spec §8's image errors. */
export const setArtwork = async (
  deps: ArtworkDeps,
  station: StationKey,
  key: TrackKey,
  path: string,
): Promise<MediaTrack> => {
  const name = await storeImage(deps, 'artwork', path, square).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('image.artworkFailed', {}, {});
  });
  try {
    return await replace(deps, station, key, name);
  } catch (error) {
    await deleteImage(deps, name);
    throw error;
  }
};

/** Removes a track's artwork; idempotent. */
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
  const { oldArtwork, track } = await deps.db.transaction().execute(async (tx) => {
    await repo.lockLibrary(tx, station);
    const before = await repo.findTrack(tx, key);
    if (!before || before.station_key !== station) return refuse('media.notFound');
    const row = (await repo.updateTrack(tx, key, { artwork })) ?? refuse('media.notFound');
    await touchStation(tx, station);
    return { oldArtwork: before.artwork, track: await presentOne(tx, station, row) };
  });
  await deleteImage(deps, oldArtwork);
  return track;
};

/** Saves the picture in a file's tags; an unreadable one does not fail the upload. */
export const saveEmbeddedArtwork = async (
  deps: ImagesDeps & Pick<Kernel, 'config' | 'log'> & { audio: AudioEngine },
  path: string,
  kind: AudioKind,
): Promise<string | null> => {
  try {
    return await withWorkFile(deps, async (out) =>
      (await deps.audio.extractPicture(path, kind, out)) ? await storeImage(deps, 'artwork', out, square) : null,
    );
  } catch (error) {
    deps.log.debug({ err: error }, 'could not read the embedded artwork of a file');
    return null;
  }
};
