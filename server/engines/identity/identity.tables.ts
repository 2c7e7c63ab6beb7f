import type { Generated, JSONColumnType } from 'kysely';
import type { Bigint, Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    idp_users: IdpUsersTable;
    idp_factors: IdpFactorsTable;
    idp_recovery_codes: IdpRecoveryCodesTable;
    idp_sessions: IdpSessionsTable;
    idp_models: IdpModelsTable;
    idp_links: IdpLinksTable;
  }
}

export type IdpUsersTable = {
  id: Generated<string>;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  /** Failed second-factor attempts in a row, and until when no further one is accepted. */
  factor_failures: Generated<number>;
  factor_locked_until: Moment;
  created: Created;
  updated: Changed;
};

/** A second factor: an authenticator app or a passkey. */
export type IdpFactorsTable = {
  id: Generated<string>;
  user_id: string;
  kind: 'totp' | 'passkey';
  name: string;
  /** An authenticator app's secret, encrypted. */
  secret: string | null;
  /** The last 30-second step whose code was used: each code works once. */
  last_step: Bigint | null;
  credential_id: string | null;
  /** A passkey's COSE key, base64url. */
  public_key: string | null;
  counter: Bigint | null;
  transports: Generated<string[]>;
  created: Created;
  last_used: Moment;
};

export type IdpRecoveryCodesTable = { user_id: string; hash: string };

/** A session of the embedded provider as shown to its user: of a browser, or of a script that signed in by password. */
export type IdpSessionsTable = {
  /** The provider session's uid, or a script's grant. */
  id: string;
  user_id: string;
  grant_id: string;
  started: Date;
  last_used: Date;
  address: string;
  /** The `User-Agent` of its last request. */
  agent: string;
  is_script: boolean;
};

export type IdpModelsTable = {
  model: string;
  id: string;
  payload: JSONColumnType<Record<string, unknown>>;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  consumed_at: Moment;
  expires_at: Moment;
};

export type IdpLinksTable = {
  /** sha256 of the secret in the e-mail */
  hash: string;
  purpose: 'verify' | 'reset' | 'email';
  /** The registration it confirms, or the user whose password or e-mail it changes. */
  subject: string;
  /** The new e-mail address. */
  email: string | null;
  expires_at: Date;
  used_at: Moment;
};
