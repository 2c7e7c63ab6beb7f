import type { MediaTrack, UploadTask } from '#contract/library.ts';
import type { TaskRow, TrackRow } from './library.repo.ts';

/** A track as the wire knows it (spec §3 "Media track"). */
export const presentTrack = (row: TrackRow): MediaTrack => ({
  key: row.key,
  metadata: { title: row.title, artist: row.artist, album: row.album },
  duration: row.duration_ms / 1000,
  size: row.size,
  filename: row.filename,
  created: row.created.toISOString(),
  state: row.state,
});

/** An upload's task; `data` names the track once it is ready. */
export const presentTask = (row: TaskRow): UploadTask => ({
  id: row.id,
  status: row.status,
  progress: row.progress,
  data: row.status === 'SUCCESS' && row.track_key !== null ? { key: row.track_key } : null,
  error: row.status === 'ERROR' ? { code: row.error_code ?? '', message: row.error_message ?? '' } : null,
});
