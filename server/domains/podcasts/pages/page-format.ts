import { fill, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { formatHms } from '../episodes/episodes.presenter.ts';
import type { EpisodeRow } from '../episodes/episodes.service.ts';

/** `1 hr 4 min`, `12 min`, `45 sec` in a language. */
export const formatDuration = (ms: number, { language }: PageLanguage): string => {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.round(seconds / 60);
  const written = (value: number, unit: string): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (seconds < 60) return written(seconds, 'second');
  if (minutes < 60) return written(minutes, 'minute');
  return `${written(Math.floor(minutes / 60), 'hour')} ${written(minutes % 60, 'minute')}`;
};

/** The same in ISO 8601. */
export const isoDuration = (ms: number): string => `PT${String(Math.round(ms / 1000))}S`;

/** `1:02:03`, or `2:03` below an hour. */
export const formatClock = (seconds: number): string => formatHms(seconds * 1000);

/** `Season 2, Episode 4`, `Episode 4`, `Trailer`, `Bonus`; '' without a number. */
export const episodeLabel = (
  { season, episode, episode_type }: Pick<EpisodeRow, 'season' | 'episode' | 'episode_type'>,
  { language, words }: PageLanguage,
): string => {
  if (episode_type === 'trailer') return words.trailer;
  if (episode_type === 'bonus') return words.bonus;
  const parts = [
    ...(season === null ? [] : [fill(words.season, { n: season })]),
    ...(episode === null ? [] : [fill(words.episode, { n: episode })]),
  ];
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(parts);
};
