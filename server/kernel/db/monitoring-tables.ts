import type { Generated } from 'kysely';
import type { StationKey } from '#contract/keys.ts';
import type { AlertKind } from '#contract/station-profile.ts';
import type { Created, Moment } from './columns.ts';

/* The tables of alerts. */

export type StationAlertsTable = {
  id: Generated<string>;
  station_key: StationKey;
  kind: AlertKind;
  began: Date;
  /** Since when all has been well, while it isn't sure to last. */
  recovering: Moment;
  /** Null while it is open: of each kind a station has one of these. */
  ended: Moment;
  outcome: 'recovered' | 'stopped' | null;
  count: Generated<number>;
  created: Created;
};

/** A letter to one address, sent once. */
export type AlertLettersTable = {
  id: Generated<string>;
  station_key: StationKey;
  /** Null of a test. */
  alert_id: string | null;
  about: 'began' | 'again' | 'ended' | 'test';
  /** The count of its alert at the time. */
  round: number;
  email: string;
  sent: Moment;
  created: Created;
};

/** An address that was asked whether it wants a station's alerts. */
export type AlertRecipientsTable = {
  id: Generated<string>;
  station_key: StationKey;
  email: string;
  state: 'waiting' | 'confirmed' | 'stopped';
  /** Null until the question was sent. */
  secret_hash: string | null;
  asked: Date;
};
