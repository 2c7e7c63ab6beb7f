import type { Generated } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AlertKind } from '#contract/api/station-profile.ts';
import type { Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    station_alerts: StationAlertsTable;
    alert_emails: AlertEmailsTable;
    alert_recipients: AlertRecipientsTable;
  }
}

export type StationAlertsTable = {
  id: Generated<string>;
  station_key: StationKey;
  kind: AlertKind;
  began: Date;
  /** Since when the station has recovered, until the recovery is confirmed. */
  recovering: Moment;
  /** Null while it is open; a station has at most one open alert of each kind. */
  ended: Moment;
  outcome: 'recovered' | 'stopped' | null;
  count: Generated<number>;
  created: Created;
};

/** An alert e-mail to one recipient, sent once. */
export type AlertEmailsTable = {
  id: Generated<string>;
  station_key: StationKey;
  /** Null for a test. */
  alert_id: string | null;
  about: 'began' | 'again' | 'ended' | 'test';
  /** The count of its alert at the time. */
  round: number;
  email: string;
  sent: Moment;
  created: Created;
};

/** A recipient who was asked to confirm a station's alerts. */
export type AlertRecipientsTable = {
  id: Generated<string>;
  station_key: StationKey;
  email: string;
  state: 'waiting' | 'confirmed' | 'stopped';
  /** Null until the confirmation request was sent. */
  secret_hash: string | null;
  asked: Date;
};
