import type { ColumnType, Generated } from 'kysely';
import type { AudioEdit, Chapter, Episode } from '#contract/api/episode.ts';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Podcast, PodcastPerson } from '#contract/api/podcast.ts';
import type { Bigint, Changed, Created, SearchName } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    podcasts: PodcastsTable;
    episodes: EpisodesTable;
    episode_tasks: EpisodeTasksTable;
    orphaned_files: OrphanedFilesTable;
  }
}

/** A list stored as a document. */
type Listed<T> = ColumnType<T[], string | undefined, string>;

export type PodcastsTable = {
  key: PodcastKey;
  account_key: AccountKey;
  station_key: StationKey | null;
  title: string;
  subtitle: Generated<string>;
  description: Generated<string>;
  summary: Generated<string>;
  author: Generated<string>;
  owner_name: Generated<string>;
  owner_email: Generated<string>;
  copyright: Generated<string>;
  link: Generated<string>;
  language: Generated<string>;
  show_type: Generated<Podcast['show_type']>;
  categories: Listed<string>;
  keywords: Listed<string>;
  explicit: Generated<boolean>;
  complete: Generated<boolean>;
  block: Generated<boolean>;
  published: Generated<boolean>;
  third_party_content: Generated<boolean>;
  content_rights: Generated<boolean>;
  /** The name of an image. */
  image: string | null;
  pretty_url: string;
  parent: PodcastKey | null;
  locked: Generated<boolean>;
  medium: Generated<Podcast['medium']>;
  funding: Listed<Podcast['funding'][number]>;
  persons: Listed<PodcastPerson>;
  new_feed_url: Generated<string>;
  guid: string;
  search_name: SearchName;
  created: Created;
  updated: Changed;
};

export type EpisodesTable = {
  key: EpisodeKey;
  podcast_key: PodcastKey;
  title: string;
  subtitle: Generated<string>;
  description: Generated<string>;
  rich_description: Generated<string>;
  summary: Generated<string>;
  author: Generated<string>;
  tags: Listed<string>;
  season: number | null;
  episode: number | null;
  episode_type: Generated<Episode['episode_type']>;
  explicit: Generated<boolean>;
  block: Generated<boolean>;
  published: Generated<boolean>;
  publish_date: ColumnType<Date | null, Date | null | undefined, Date | null>;
  link: Generated<string>;
  /** The name of an image. */
  image: string | null;
  persons: Listed<PodcastPerson>;
  chapters: Listed<Chapter>;
  guid: string;
  /** The uploaded file: its name in storage, and its properties. */
  original: string | null;
  original_name: Generated<string>;
  original_kind: Generated<string>;
  original_size: Bigint;
  original_ms: Generated<number>;
  original_channels: Generated<number>;
  /** The delivered audio: its name in storage, bytes, ms, a hash of its bytes. */
  audio: string | null;
  audio_size: Bigint;
  audio_ms: Generated<number>;
  audio_hash: string | null;
  /** A hash of the data in its tags. */
  audio_tags: Generated<string>;
  peaks: string | null;
  edit: ColumnType<AudioEdit, string | undefined, string>;
  /** The edit that is being rendered. */
  wanted_edit: ColumnType<AudioEdit | null, string | null | undefined, string | null>;
  /** Its name in storage. */
  transcript: string | null;
  transcript_type: 'text/vtt' | 'application/x-subrip' | null;
  upload_status: Generated<Episode['upload_status']>;
  /** The error code of a refused upload. */
  upload_error: string | null;
  search_name: SearchName;
  created: Created;
  updated: Changed;
};

export type EpisodeTasksTable = {
  id: string;
  podcast_key: PodcastKey;
  episode_key: EpisodeKey | null;
  user_id: string | null;
  filename: Generated<string>;
  status: Generated<'PROCESSING' | 'SUCCESS' | 'ERROR'>;
  progress: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  /** For an upload: the uploaded file, which becomes the episode's once it is prepared. */
  original: string | null;
  original_kind: Generated<string>;
  original_size: Bigint;
  /** The cuts and levelling of the existing file; null for an upload. */
  edit: ColumnType<AudioEdit | null, string | null | undefined, string | null>;
  created: Created;
  updated: Changed;
};

/** Files in storage that nothing references, or not yet. */
export type OrphanedFilesTable = { file: string; remove_after: Date };
