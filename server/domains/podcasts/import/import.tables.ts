import type { ColumnType, Generated } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    podcast_imports: PodcastImportsTable;
    podcast_import_items: PodcastImportItemsTable;
    podcast_import_proofs: PodcastImportProofsTable;
    podcast_import_emails: PodcastImportEmailsTable;
  }
}

type Notes = ColumnType<string[], string | undefined, string>;

export type PodcastImportsTable = {
  id: string;
  podcast_key: PodcastKey;
  user_id: string | null;
  feed_url: string;
  state: Generated<'running' | 'ended' | 'cancelled'>;
  notes: Notes;
  created: Created;
  ended: Moment;
};

/** `handed`: its audio is being prepared. */
export type ImportItemState = 'waiting' | 'fetching' | 'handed' | 'imported' | 'skipped' | 'failed' | 'cancelled';

export type PodcastImportItemsTable = {
  import_id: string;
  /** Its position in the feed, from 0. */
  position: number;
  guid: string;
  title: string;
  published: Moment;
  /** The episode as parsed from the feed. */
  item: ColumnType<unknown, string, never>;
  state: Generated<ImportItemState>;
  progress: Generated<number>;
  reason: string | null;
  notes: Notes;
  episode_key: EpisodeKey | null;
};

export type PodcastImportProofsTable = {
  user_id: string;
  feed_url: string;
  email: string;
  code_hash: string;
  tries: Generated<number>;
  expires_at: ColumnType<Date, Date, Date>;
  created: ColumnType<Date, Date | undefined, Date>;
};

/** When codes were sent to an address, for all requesters together. */
export type PodcastImportEmailsTable = { email: string; sent: ColumnType<Date, Date, never> };
