import type { ColumnType, Generated } from 'kysely';
import type { CallLimits, CostLimit, Trunk } from '#contract/engine/engine-calls.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LineStatus } from '#contract/api/telephony.ts';
import type { Bigint, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    telephony: TelephonyTable;
    phone_trunks: PhoneTrunksTable;
    phone_numbers: PhoneNumbersTable;
    phone_requests: PhoneRequestsTable;
    welcome_prompts: WelcomePromptsTable;
    phone_limit_emails: PhoneLimitEmailsTable;
  }
}

/** One row: what all calls have in common. `revision` grows with each change that concerns the engine. */
type TelephonyTable = {
  id: Generated<boolean>;
  revision: Bigint;
  host: Generated<string>;
  auto_assign: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  limits: ColumnType<CallLimits, string | undefined, string>;
};

/** The lines of carriers and telephone systems. */
export type PhoneTrunksTable = Omit<Trunk, 'secret'> & {
  /** Encrypted. */
  secret: string | null;
  active: boolean;
  created: Created;
};

/** The pool. */
type PhoneNumbersTable = {
  did: string;
  country: string;
  label: Generated<string>;
  trunk: ColumnType<string | null, string | null | undefined, string | null>;
  sandbox: Generated<boolean>;
  station_key: ColumnType<StationKey | null, StationKey | null | undefined, StationKey | null>;
  main: Generated<boolean>;
  assigned_at: Moment;
  /** When a number that was given back may be given again. */
  free_from: Moment;
  note: Generated<string>;
  monthly_cents: ColumnType<number | null, number | null | undefined, number | null>;
};

/** A station's request for phone numbers, and what became of it. */
export type PhoneRequestsTable = {
  station_key: StationKey;
  status: LineStatus;
  country: Generated<string>;
  note: Generated<string>;
  reason: Generated<string>;
  requested: Date;
  requested_by: string;
  decided: Moment;
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** An administrator gave the number though the plan includes none. */
  beyond_plan: Generated<boolean>;
  /** When the numbers are taken away, as the plan no longer includes them. */
  ends: Moment;
};

/** The limits about which administrators got an e-mail, on a day (UTC) like 2026-11-24. */
type PhoneLimitEmailsTable = { day: ColumnType<Date, string, never>; reason: CostLimit; subject: string };

/** What a station's callers hear first; its files are named after the revision. */
type WelcomePromptsTable = {
  station_key: StationKey;
  revision: number;
  name: string;
  ms: number;
  cut: boolean;
  /** Of its file for the line; null for one of an earlier version. */
  bytes: number | null;
  sha256: string | null;
  uploaded: Date;
  uploaded_by: string | null;
};
