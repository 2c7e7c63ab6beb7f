import type { MediaTrack, TrackUse, UploadTask } from '#contract/api/library.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { TaskRow } from './library.repo.ts';
import type { ListedTrack } from './list-tracks.repo.ts';

/** A track as the API returns it (spec §3 "Media track"). */
export const presentTrack = (row: ListedTrack, used_in: TrackUse[], tags: string[]): MediaTrack => ({
  key: row.key,
  metadata: { title: row.title, artist: row.artist, album: row.album, isrc: row.isrc, label: row.label },
  artwork: imageUrl(row.artwork),
  duration: row.duration_ms / 1000,
  cues: {
    from: (row.starts_ms ?? row.sound_from_ms ?? 0) / 1000,
    to: (row.ends_ms ?? row.sound_to_ms ?? row.duration_ms) / 1000,
    sound_from: (row.sound_from_ms ?? 0) / 1000,
    sound_to: (row.sound_to_ms ?? row.duration_ms) / 1000,
  },
  size: row.size,
  codec: row.codec,
  bitrate: row.bitrate,
  filename: row.filename,
  url: row.url,
  created: row.created.toISOString(),
  state: row.state,
  tags,
  used_in,
});

/** An upload's task; `data` has the track's key once it is ready. */
export const presentTask = (row: TaskRow): UploadTask => ({
  id: row.id,
  status: row.status,
  progress: row.progress,
  data: row.status === 'SUCCESS' && row.track_key !== null ? { key: row.track_key } : null,
  duplicate: row.duplicate,
  error: row.status === 'ERROR' ? { code: row.error_code ?? '', message: row.error_message ?? '' } : null,
});
