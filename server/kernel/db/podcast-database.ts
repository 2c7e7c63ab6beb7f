import type { DistributionTable, EpisodeAdsTable, PodcastAdsTable } from './distribution-tables.ts';
import type {
  DeletedEpisodesTable,
  PodcastListensTable,
  PodcastRequestBatchesTable,
} from './podcast-delivery-tables.ts';
import type { PodcastFeedsTable, PodcastFormerUrlsTable } from './podcast-feeds-table.ts';
import type {
  PodcastImportItemsTable,
  PodcastImportEmailsTable,
  PodcastImportProofsTable,
  PodcastImportsTable,
} from './podcast-import-tables.ts';
import type { EpisodesTable, EpisodeTasksTable, OrphanedFilesTable, PodcastsTable } from './podcast-tables.ts';
import type { RecordingSchedulesTable, RecordingsTable } from './recording-tables.ts';

/** All tables of podcasts and their parts. */
export type PodcastDatabase = {
  podcasts: PodcastsTable;
  distribution: DistributionTable;
  podcast_ads: PodcastAdsTable;
  episode_ads: EpisodeAdsTable;
  podcast_feeds: PodcastFeedsTable;
  podcast_former_addresses: PodcastFormerUrlsTable;
  podcast_imports: PodcastImportsTable;
  podcast_import_items: PodcastImportItemsTable;
  podcast_import_proofs: PodcastImportProofsTable;
  podcast_import_letters: PodcastImportEmailsTable;
  episodes: EpisodesTable;
  episode_tasks: EpisodeTasksTable;
  recording_schedules: RecordingSchedulesTable;
  recordings: RecordingsTable;
  podcast_request_batches: PodcastRequestBatchesTable;
  podcast_listens: PodcastListensTable;
  deleted_episodes: DeletedEpisodesTable;
  loose_files: OrphanedFilesTable;
};
