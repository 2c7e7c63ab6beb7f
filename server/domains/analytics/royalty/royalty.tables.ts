import type { JSONColumnType } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { TransmissionCategory } from '#contract/rules/royalty-rules.ts';
import type { Changed } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    royalty_settings: RoyaltySettingsTable;
    royalty_corrections: RoyaltyCorrectionsTable;
  }
}

export type RoyaltySettingsTable = {
  account_key: AccountKey;
  /** The account's service name; '' for its company. */
  service_name: string;
  category: TransmissionCategory;
  territory: 'US' | 'all';
  /** Whether each station is a service, and the service names that differ from the stations'. */
  per_station: boolean;
  station_names: JSONColumnType<Record<StationKey, string>>;
  updated: Changed;
};

/** The recording behind a title that an encoder sent, in all reports of the account. */
export type RoyaltyCorrectionsTable = {
  account_key: AccountKey;
  /** `Artist - Title` as sent, in lower case. */
  raw: string;
  /** As sent. */
  shown: string;
  kind: 'recording' | 'speech';
  artist: string;
  title: string;
  album: string;
  label: string;
  isrc: string;
  updated: Changed;
};
