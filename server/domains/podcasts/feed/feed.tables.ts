import type { Generated } from 'kysely';
import type { PodcastKey } from '#contract/rules/keys.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    podcast_feeds: PodcastFeedsTable;
    podcast_former_urls: PodcastFormerUrlsTable;
  }
}

/** The state of each podcast's feed; written by triggers of the tables it depends on. */
export type PodcastFeedsTable = {
  podcast_key: PodcastKey;
  revision: Generated<number>;
  /** Each change has a separate second. */
  changed: Generated<Date>;
  /** The hash of the feed in the last notification of hubs and podping. */
  websub: Generated<string>;
  podping: Generated<string>;
};

/** Former URLs of feeds, in lower case; written by a trigger. */
export type PodcastFormerUrlsTable = { pretty_url: string; podcast_key: PodcastKey };
