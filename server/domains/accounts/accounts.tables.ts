import type { ColumnType, Generated } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { CustomLimits, Interval, OfferedPlan } from '#contract/rules/plans.ts';
import type { Bigint, Changed, Created, Document, Moment, SearchName } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    accounts: AccountsTable;
    applications: ApplicationsTable;
  }
}

type RequestedPlan = { plan: OfferedPlan; interval: Interval; quantity: number };

export type AccountsTable = {
  key: AccountKey;
  company: string;
  email: string;
  address: Generated<string>;
  telephone: Generated<string>;
  city: Generated<string>;
  zip: Generated<string>;
  area: Generated<string>;
  country: Generated<string>;
  currency: Generated<string>;
  /** Minor units. */
  balance: Bigint;
  balance_free: Bigint;
  balance_pending: Bigint;
  comments: Generated<string>;
  fax: Generated<string>;
  vatid: Generated<string>;
  vatid_valid: Generated<boolean>;
  vat_category: Generated<string>;
  customer_type: Generated<string>;
  job_description: Generated<string>;
  doy: Generated<string>;
  gold_brd: Generated<boolean>;
  credit_card: Generated<boolean>;
  /** A day, as 2026-11-21. */
  date_to: string | null;
  /** The name of an image. */
  logo: string | null;
  chat_support: Generated<boolean>;
  custom_limits: ColumnType<Partial<CustomLimits>, string | undefined, string>;
  invoice_settings: Document;
  requested_plan: ColumnType<RequestedPlan | null, string | null | undefined, string | null>;
  search_name: SearchName;
  suspended_at: Moment;
  /** Whether it runs advertising campaigns itself, and whether it may ask the portal for one. */
  campaigns_enabled: Generated<boolean>;
  ad_requests_available: Generated<boolean>;
  /** Its own price of an impression, in micros; null for the portal's. */
  impression_price_micros: ColumnType<number | null, number | null | undefined, number | null>;
  /** Its stations are off the air since its paid subscription ended; everything is kept. */
  held_at: Moment;
  held_reason: string | null;
  deleted_at: Moment;
  created: Created;
  updated: Changed;
};

export type ApplicationsTable = {
  id: Generated<string>;
  account_key: AccountKey;
  name: string;
  platform: 'ios' | 'android';
  /** The key under which it reports its events. */
  application_key: string;
  created: Created;
};
