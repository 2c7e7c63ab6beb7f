import type { Episode } from '#contract/api/episode.ts';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import { artThumbnailPath, deliveryUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import { embedCode } from '../pages/embed-code.ts';
import type { EpisodeRow } from './episodes.repo.ts';

type Of = { config: Config; podcast: { pretty_url: string }; now: Date };

/** URL of an episode's audio. It never changes, and ends in `.mp3` because players look at the extension. */
export const episodeFileUrl = (config: Pick<Config, 'deliveryUrl'>, key: EpisodeKey): string =>
  `${deliveryUrl(config)}/episodes/${key}.mp3`;

/** URL of an episode's transcript. */
export const transcriptUrl = (config: Pick<Config, 'deliveryUrl'>, key: EpisodeKey, type: string): string =>
  `${deliveryUrl(config)}/episodes/${key}/transcript.${type === 'text/vtt' ? 'vtt' : 'srt'}`;

/** An episode as its team sees it (spec §3). */
export const presentEpisode = (row: EpisodeRow, { config, podcast, now }: Of): Episode => ({
  key: row.key,
  podcast: row.podcast_key,
  title: row.title,
  subtitle: row.subtitle,
  description: row.description,
  rich_description: row.rich_description,
  summary: row.summary,
  author: row.author,
  tags: row.tags,
  season: row.season,
  episode: row.episode,
  episode_type: row.episode_type,
  explicit: row.explicit,
  block: row.block,
  published: row.published,
  publish_date: row.publish_date?.toISOString() ?? null,
  link: row.link,
  persons: row.persons,
  chapters: row.chapters,
  state: stateOf(row, now),
  ...audioOf(row, config),
  guid: row.guid,
  image: artThumbnailPath(row.image),
  image_key: row.image,
  transcript:
    row.transcript === null || row.transcript_type === null
      ? null
      : { type: row.transcript_type, url: transcriptUrl(config, row.key, row.transcript_type) },
  page_url: `${pageUrl(config, podcast)}/${row.key}`,
  embed_code: embedCode({ config }, row),
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
});

const audioOf = (row: EpisodeRow, config: Config) => ({
  file_url: row.audio === null ? null : episodeFileUrl(config, row.key),
  size: row.audio_size,
  duration: row.audio_ms / 1000,
  duration_hms: formatHms(row.audio_ms),
  upload_status: row.upload_status,
  upload_error: uploadError(row.upload_error),
  original:
    row.original === null
      ? null
      : { filename: row.original_name, size: row.original_size, duration: row.original_ms / 1000 },
  edit: row.wanted_edit ?? row.edit,
});

/** An episode without audio is a draft even if it is set to published. */
const stateOf = (row: EpisodeRow, now: Date): Episode['state'] => {
  if (!row.published || row.audio === null) return 'draft';
  return row.publish_date !== null && row.publish_date > now ? 'scheduled' : 'published';
};

/** `1:02:03`, or `2:03` below an hour. */
export const formatHms = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const text = rest.map((part) => String(part).padStart(2, '0')).join(':');
  return hours > 0 ? `${hours}:${text}` : text.replace(/^0(?=\d)/, '');
};

/** Stored as `code|message`. */
const uploadError = (stored: string | null): Episode['upload_error'] => {
  if (stored === null) return null;
  const [code = '', ...message] = stored.split('|');
  return { code, message: message.join('|') };
};
