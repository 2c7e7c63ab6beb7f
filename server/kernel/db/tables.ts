import type { Generated, JSONColumnType } from 'kysely';
import type { Changed, Created, Document, Moment, SearchName } from './columns.ts';

/** A user of the portal; linked to the identity provider by (issuer, subject). */
export type UsersTable = {
  id: Generated<string>;
  issuer: string;
  subject: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  portal_admin: Generated<boolean>;
  /** Tokens of a removed user stop working within a minute. */
  disabled_at: Moment;
  /** Access tokens issued earlier are refused, as the password has changed since. */
  tokens_from: Moment;
  gender: Generated<string>;
  birthday: string | null;
  currency: Generated<string>;
  country: Generated<string>;
  timezone: Generated<string>;
  locale: Generated<string>;
  contact_info: Document;
  dj_info: Document;
  pretty_url: string | null;
  /** The name of an image. */
  avatar: string | null;
  preferences: Document;
  /** Kinds of e-mails that are not sent to this person. */
  unwanted_emails: Generated<string[]>;
  search_name: SearchName;
  created: Created;
  updated: Changed;
};

/** Domain events, written in the transaction of the change. */
export type OutboxTable = {
  id: Generated<number>;
  topic: string;
  payload: JSONColumnType<Record<string, unknown>>;
  created: Created;
};

export type IdempotencyTable = {
  user_id: string;
  endpoint: string;
  key: string;
  /** SHA-256 of the request: the key is valid for this request only. */
  request_hash: string | null;
  /** null while the first call is running */
  status: number | null;
  reply: JSONColumnType<Record<string, unknown>> | null;
  created: Created;
};

/** Secrets generated at the first start: token and address-hash keys, the engine's control token. */
export type SecretsTable = { name: string; value: string; created: Created };

/** The audit log; a trigger prevents changing or removing a row. */
export type AuditTable = {
  id: Generated<number>;
  at: Created;
  user_id: string;
  email: string;
  name: string;
  action: string;
  target: JSONColumnType<Record<string, string>>;
  keys: string[];
  fields: string[];
};

/** The tables of PostgreSQL as Kysely sees them: the kernel's here; each domain adds its own by declaration merging. */
// oxlint-disable-next-line typescript/consistent-type-definitions
export interface Database {
  users: UsersTable;
  outbox: OutboxTable;
  idempotency: IdempotencyTable;
  secrets: SecretsTable;
  audit: AuditTable;
}
