import type { OwnSongRequest, SongRequest } from '#contract/api/song-requests.ts';
import type { SongRequestRow } from './song-requests.repo.ts';

/** A request as the station's people see it; without the hash of its listener. */
export const presentRequest = (row: SongRequestRow & { by: string }): SongRequest => {
  const { id, track_key, title, artist, name, message, state, created, decided, by, played } = row;
  return {
    ...{ id, track: track_key, title, artist, name, message, state, decided_by: by },
    created: created.toISOString(),
    decided: decided?.toISOString() ?? null,
    played: played?.toISOString() ?? null,
  };
};

/** A request as its listener sees it. */
export const presentOwn = ({ id, title, artist, state }: SongRequestRow): OwnSongRequest => ({
  ...{ id, title, artist, state },
});
