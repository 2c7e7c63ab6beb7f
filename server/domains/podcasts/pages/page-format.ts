import { formatHms } from '../episodes/episodes.presenter.ts';
import type { EpisodeRow } from '../episodes/episodes.service.ts';

/** `1 h 4 min`, `12 min`, `45 s`. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${String(minutes)} min` : `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
};

/** The same in ISO 8601. */
export const isoDuration = (ms: number): string => `PT${String(Math.round(ms / 1000))}S`;

/** `1:02:03`, or `2:03` below an hour. */
export const formatClock = (seconds: number): string => formatHms(seconds * 1000);

/** `Season 2, episode 4`, `Episode 4`, `Trailer`, `Bonus`; '' without a number. */
export const episodeLabel = ({
  season,
  episode,
  episode_type,
}: Pick<EpisodeRow, 'season' | 'episode' | 'episode_type'>): string => {
  if (episode_type === 'trailer') return 'Trailer';
  if (episode_type === 'bonus') return 'Bonus';
  if (episode === null) return season === null ? '' : `Season ${String(season)}`;
  return season === null ? `Episode ${String(episode)}` : `Season ${String(season)}, episode ${String(episode)}`;
};
