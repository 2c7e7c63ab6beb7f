import type * as z from 'zod/mini';
import type { BodyOf, ReturnsOf, SpecOf } from '#contract/http.ts';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { library, MediaTrack, UploadTask } from '#contract/library.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { audioFiles } from '#server/platform/audio-files.ts';
import * as repo from './library.repo.ts';
import { presentTask, presentTrack } from './library.presenter.ts';
import { findTracks, usesOf, type TrackPage } from './list-tracks.repo.ts';

type LibraryToken = ReturnsOf<SpecOf<typeof library.token>>;
type MediaPage = ReturnsOf<SpecOf<typeof library.list>>;

/** What the media library service is spoken to with; paths, so that they hold under every name of the portal. */
export const issueToken = async (
  deps: Pick<Kernel, 'tokens'>,
  station: StationKey,
  user: string,
): Promise<LibraryToken> => ({
  token: await deps.tokens.sign('library', station, user),
  url: '/media/',
  uploader: '/media/upload/',
});

/** A page of a station's tracks, or of those that hold the words; the newest come first, names from A on. */
export const listTracks = async (
  deps: Pick<Kernel, 'db'>,
  station: StationKey,
  page: Omit<TrackPage, 'search' | 'sortDesc'> & { search?: string; sortDesc?: boolean | undefined },
): Promise<MediaPage> => {
  const { search = '', sortDesc = page.sortBy === 'created' } = page;
  const { rows, total, capped } = await findTracks(deps.db, station, { ...page, search, sortDesc });
  const uses = await usesOf(
    deps.db,
    station,
    rows.map(({ key }) => key),
  );
  return { tracks: rows.map((row) => presentTrack(row, uses.get(row.key) ?? [])), total, capped };
};

/** How far an upload of this station is; refuses with `media.taskNotFound`. */
export const uploadTask = async (deps: Pick<Kernel, 'db'>, station: StationKey, id: string): Promise<UploadTask> => {
  const task = await repo.findTask(deps.db, id);
  return task && task.station_key === station ? presentTask(task) : refuse('media.taskNotFound');
};

/** Changes what a track is called, on the air too; refuses with `media.notFound` where it isn't this station's. */
export const renameTrack = async (
  deps: Pick<Kernel, 'db'>,
  station: StationKey,
  key: TrackKey,
  body: BodyOf<SpecOf<typeof library.update>>,
): Promise<MediaTrack> =>
  await deps.db.transaction().execute(async (tx) => {
    const track = await repo.findTrack(tx, key);
    if (!track || track.station_key !== station) return refuse('media.notFound');
    const { starts_at, ends_at, ...words } = body;
    const values = { ...words, ...cuesOf(track, { starts_at, ends_at }) };
    const changed = (await repo.updateTrack(tx, key, values)) ?? refuse('media.notFound');
    await touchStation(tx, station);
    return presentTrack(changed, (await usesOf(tx, station, [key])).get(key) ?? []);
  });

/** A link to hear a track, signed for it alone; refuses where the signer's track is gone. */
export const previewLink = async (
  deps: Pick<Kernel, 'tokens'>,
  key: TrackKey,
  user: string,
): Promise<z.infer<(typeof library.preview)['spec']['returns']>> => {
  const token = await deps.tokens.sign('media.preview', key, user);
  return { url: `/media/preview/${key}?token=${encodeURIComponent(token)}` };
};

/** The file to hear a track by: its newest MP3 rendition, as every browser plays that, else what was uploaded. */
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

/** The least that is left of a track between its cue points, ms. */
const leastMs = 1000;

/** Cue points as the track has them; refuses those that leave nothing to play. Undefined leaves one as it is, null to where the sound is. */
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
    if (to > track.duration_ms) refuse('request.invalid', {}, { ends_at: 'The track is not that long.' });
    if (to - from < leastMs) refuse('request.invalid', {}, { ends_at: 'At least one second must be left to play.' });
  }
  return { starts_ms, ends_ms };
};
