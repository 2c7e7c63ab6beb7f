import type * as z from 'zod/mini';
import type { BodyOf, ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { library, MediaTrack, UploadTask } from '#contract/api/library.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { audioFiles } from '#server/platform/audio-files.ts';
import * as repo from './library.repo.ts';
import { presentTask } from './library.presenter.ts';
import { findTracks, type TrackPage } from './list-tracks.repo.ts';
import { presentOne, presentTracks } from './present-tracks.ts';

type LibraryToken = ReturnsOf<SpecOf<typeof library.token>>;
type MediaPage = ReturnsOf<SpecOf<typeof library.list>>;

/** The token and URLs of the media library service; paths only, so that they work on every host name of the portal. */
export const issueToken = async (
  deps: Pick<Kernel, 'tokens'>,
  station: StationKey,
  user: string,
): Promise<LibraryToken> => ({
  token: await deps.tokens.sign('library', station, user),
  url: '/media/',
  uploader: '/media/upload/',
});

/** A page of a station's tracks, filtered by search words; by default newest first, other sort orders ascending. */
export const listTracks = async (
  deps: Pick<Kernel, 'db'>,
  station: StationKey,
  page: Omit<TrackPage, 'search' | 'sortDesc'> & { search?: string; sortDesc?: boolean | undefined },
): Promise<MediaPage> => {
  const { search = '', sortDesc = page.sortBy === 'created' } = page;
  const { rows, total, capped } = await findTracks(deps.db, station, { ...page, search, sortDesc });
  return { tracks: await presentTracks(deps.db, station, rows), total, capped };
};

/** The state of an upload to this station; refuses with `media.taskNotFound`. */
export const uploadTask = async (deps: Pick<Kernel, 'db'>, station: StationKey, id: string): Promise<UploadTask> => {
  const task = await repo.findTask(deps.db, id);
  return task && task.station_key === station ? presentTask(task) : refuse('media.taskNotFound');
};

/** Changes a track's metadata and cue points, also on the air; refuses with `media.notFound` for another station's. */
export const renameTrack = async (
  deps: Pick<Kernel, 'db'>,
  station: StationKey,
  key: TrackKey,
  body: BodyOf<SpecOf<typeof library.update>>,
): Promise<MediaTrack> =>
  await deps.db.transaction().execute(async (tx) => {
    const track = await repo.findTrack(tx, key);
    if (!track || track.station_key !== station) return refuse('media.notFound');
    const { starts_at, ends_at, ...metadata } = body;
    const values = { ...metadata, ...cuesOf(track, { starts_at, ends_at }) };
    const updated = (await repo.updateTrack(tx, key, values)) ?? refuse('media.notFound');
    await touchStation(tx, station);
    return await presentOne(tx, station, updated);
  });

/** A signed preview link for one track. */
export const previewLink = async (
  deps: Pick<Kernel, 'tokens'>,
  key: TrackKey,
  user: string,
): Promise<z.infer<(typeof library.preview)['spec']['returns']>> => {
  const token = await deps.tokens.sign('media.preview', key, user);
  return { url: `/media/preview/${key}?token=${encodeURIComponent(token)}` };
};

/** The preview file of a track: its newest MP3 rendition, which every browser plays, or else the original. */
export const previewFile = async (
  deps: Pick<Kernel, 'db'>,
  key: TrackKey,
): Promise<{ path: string; type: string; etag: string }> => {
  const track = (await repo.findTrack(deps.db, key)) ?? refuse('media.notFound');
  const rendition = (await repo.renditionsOf(deps.db, key)).find(({ codec }) => codec === 'mp3');
  const path = rendition?.path ?? track.original;
  const file = Object.values(audioFiles).find(({ ending }) => path.endsWith(`.${ending}`));
  const version = rendition?.created.getTime() ?? 0;
  return { path, type: file?.type ?? 'application/octet-stream', etag: `${track.sha256.slice(0, 32)}-${version}` };
};

/** The shortest playable part of a track, in ms. */
const minMs = 1000;

/** New cue points; undefined leaves one unchanged, null resets it to the detected audio. Refuses if too little remains. */
const cuesOf = (
  track: repo.TrackRow,
  { starts_at, ends_at }: { starts_at?: number | null | undefined; ends_at?: number | null | undefined },
): Pick<repo.TrackRow, 'starts_ms' | 'ends_ms'> => {
  const toMs = (seconds: number | null | undefined, before: number | null): number | null =>
    seconds === undefined ? before : seconds === null ? null : Math.round(seconds * 1000);
  const [starts_ms, ends_ms] = [toMs(starts_at, track.starts_ms), toMs(ends_at, track.ends_ms)];
  const from = starts_ms ?? track.sound_from_ms ?? 0;
  const to = ends_ms ?? track.sound_to_ms ?? track.duration_ms;
  if (starts_ms !== null || ends_ms !== null) {
    if (to > track.duration_ms) refuse('request.invalid', {}, { ends_at: 'The track is shorter than that.' });
    if (to - from < minMs) refuse('request.invalid', {}, { ends_at: 'At least one second must remain.' });
  }
  return { starts_ms, ends_ms };
};
