import type { JSONColumnType } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { TransmissionCategory } from '#contract/royalty-rules.ts';
import type { Changed } from './columns.ts';

/* What an account's royalty reports are made with. */

export type RoyaltySettingsTable = {
  account_key: AccountKey;
  /** The account's name of service; '' for its company. */
  service_name: string;
  category: TransmissionCategory;
  territory: 'US' | 'all';
  /** Whether each station is a service of its own, and by which names where they aren't the stations'. */
  per_station: boolean;
  station_names: JSONColumnType<Record<StationKey, string>>;
  updated: Changed;
};

/** What a title that an encoder sent stands for in every report of the account. */
export type RoyaltyCorrectionsTable = {
  account_key: AccountKey;
  /** `Artist - Title` as it was sent, in lower case. */
  raw: string;
  /** As it was sent. */
  shown: string;
  kind: 'recording' | 'speech';
  artist: string;
  title: string;
  album: string;
  label: string;
  isrc: string;
  updated: Changed;
};
