import type { ColumnType } from 'kysely';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { Bigint, Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    podcast_request_batches: PodcastRequestBatchesTable;
    podcast_listens: PodcastListensTable;
    deleted_episodes: DeletedEpisodesTable;
  }
}

export type PodcastRequestBatchesTable = {
  source: string;
  batch: Bigint;
  requests: ColumnType<unknown, string, string>;
  verdicts: ColumnType<unknown, string | null | undefined, string>;
  /** The impressions of spots in a judged batch, as they are stored in ClickHouse. */
  impressions: ColumnType<unknown, string | undefined, string>;
  received: Created;
};

export type PodcastListensTable = {
  episode_key: EpisodeKey;
  listener: string;
  began: ColumnType<Date, Date, Date>;
  hash: string;
  /** Byte ranges `[from, to)`, in order and disjoint. */
  ranges: ColumnType<[number, number][], string, string>;
  /** The request that was counted. */
  counted_by: string | null;
};

export type DeletedEpisodesTable = { key: EpisodeKey; deleted: Created };
