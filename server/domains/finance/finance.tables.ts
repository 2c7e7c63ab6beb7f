import type { ColumnType, Generated } from 'kysely';
import type { AdInvoiceDocument, AdInvoiceState } from '#contract/api/finance.ts';
import type { AccountKey, CampaignKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    campaign_prices: CampaignPricesTable;
    ad_rates: AdRatesTable;
    ad_statements: AdStatementsTable;
    ad_statement_days: AdStatementDaysTable;
    ad_statement_lines: AdStatementLinesTable;
    ad_price_pages: AdPricePagesTable;
    ad_invoice_numbers: { account_key: AccountKey; year: number; last: number };
    ad_invoices: AdInvoicesTable;
  }
}

/** A whole number up to 2⁵³ of a row that is never changed. */
type FixedNumber = ColumnType<number, number, never>;
type FixedTime = ColumnType<Date, Date, never>;

/** Written by a trigger of `campaigns`. */
export type CampaignPricesTable = {
  campaign_key: CampaignKey;
  since: FixedTime;
  account_key: AccountKey;
  price_micros: FixedNumber;
  currency: string;
};

/** Written by a trigger of `accounts`; `cpm` is null for the default. */
export type AdRatesTable = { account_key: AccountKey; since: FixedTime; cpm: number | null; currency: string };

export type AdStatementsTable = {
  id: string;
  account_key: AccountKey;
  month: string;
  currency: string;
  timezone: string;
  account_name: string;
  closed_at: FixedTime;
  impressions: FixedNumber;
  micros: FixedNumber;
  amount_minor: FixedNumber;
  sha256: string;
};

/** Days of earlier months are corrections. */
export type AdStatementDaysTable = {
  statement_id: string;
  day: ColumnType<string, string, never>;
  station_key: StationKey | PodcastKey;
  campaign_key: CampaignKey;
  impressions: FixedNumber;
  micros: FixedNumber;
};

export type AdStatementLinesTable = Omit<AdStatementDaysTable, 'day'> & {
  ord: number;
  month: string;
  station_name: string;
  campaign_name: string;
  amount_minor: FixedNumber;
};

export type AdInvoicesTable = {
  id: string;
  account_key: AccountKey;
  statement_id: string;
  year: number;
  number: number;
  state: Generated<AdInvoiceState>;
  account_name: string;
  reference_number: string;
  mount: string;
  cpm_rate: FixedNumber;
  brd_email: string;
  /** What its PDF says. */
  document: ColumnType<AdInvoiceDocument, string, never>;
  currency: string;
  amount_minor: FixedNumber;
  created: FixedTime;
  created_by: string;
  sent_at: Moment;
  paid_at: Moment;
  voided_at: Moment;
};

/** Rows for `revenue_quarters` that are written under a token. */
export type AdPricePagesTable = { token: string; rows: ColumnType<Record<string, string | number>[], string, never> };
