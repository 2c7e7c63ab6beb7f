import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Readable } from 'node:stream';
import type { TokenPurpose } from '#contract/tokens.ts';
import type { Config } from './config.ts';
import type { Database } from './db/tables.ts';
import type { Hooks } from './events/hooks.ts';
import type { TokenClaims } from './http/handler.ts';

/** What every domain is given. Nothing below it is reached by a global. */
export type Kernel = {
  config: Config;
  db: Db;
  clock: Clock;
  log: Logger;
  storage: Storage;
  outbound: Outbound;
  mail: Mail;
  events: DomainEvents;
  hooks: Hooks;
  jobs: Jobs;
  tokens: Tokens;
  secrets: Secrets;
};

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
export type Clock = { now(): Date };

/** Files by key (`originals/…`, `renditions/…`, `images/…`); keys are made by us, never of uploaded names. */
export type Storage = {
  /** Moves a file on this disk into storage; durable when it returns. */
  putFile(key: string, path: string, type: string): Promise<void>;
  put(key: string, data: Buffer | Readable, type: string): Promise<void>;
  size(key: string): Promise<number | undefined>;
  /** Bytes `start` to `end` (inclusive), or all. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A path on this disk holding the file: its own where storage is a disk, else a cached copy. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
};

/** What an address somebody else chose answered. */
export type OutboundReply = { status: number; type: string; url: string; body: Buffer };

/** The same while it comes: `body` is read to its end or destroyed. */
export type OutboundStream = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  url: string;
  body: Readable;
};

/** The only way out to an address somebody else chose: pinned, guarded, bounded. */
export type Outbound = {
  /** The beginning of an answer, whose size the caller bounds: broken off after `timeoutMs` in all, or `stallMs` of nothing. */
  open(url: string, bounds: { timeoutMs: number; stallMs: number; accept?: string }): Promise<OutboundStream>;
  get(url: string, bounds: { maxBytes: number; timeoutMs: number; accept?: string }): Promise<OutboundReply>;
  /** Sends JSON; a redirect is not followed, as what is sent and its bearer token are for this address alone. */
  post(
    url: string,
    json: unknown,
    bounds: { maxBytes: number; timeoutMs: number; bearer?: string },
  ): Promise<OutboundReply>;
  /** Tells something by a form, or by the address alone; a redirect is not followed, as above. */
  tell(
    url: string,
    said: { form?: Record<string, string>; authorization?: string },
    bounds: { maxBytes: number; timeoutMs: number },
  ): Promise<OutboundReply>;
};

/** A letter in plain words; the mail engine sets it in the brand's layout, as text and as HTML. */
export type Letter = {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do; `url` begins with PUBLIC_URL, never with a Host header. */
  action?: { label: string; url: string };
  /** Numbers and the like, after the paragraphs. */
  tables?: readonly LetterTable[];
  closing?: string;
  /** Sent whole with the letter; of a queued one at most 5 MB in all. */
  attachments?: readonly Attachment[];
  /** Stops letters of this kind: POST by a mail program (RFC 8058), GET by a person; begins with PUBLIC_URL. */
  unsubscribeUrl?: string;
  /** The same for every sending of the same letter, so that mailboxes know a double; letters, digits, dots, dashes. */
  messageId?: string;
};

export type LetterTable = {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  note?: string;
};

export type Attachment = { filename: string; type: string; content: Buffer | Readable };

export type Mail = {
  /** Queues a letter, which is sent again until it is delivered. */
  send(letter: Letter): Promise<void>;
  /** Sends at once and throws what went wrong: for letters whose secrets must not rest in a queue. */
  deliver(letter: Letter): Promise<void>;
  /** Asks the mail server whether it takes letters from us, and throws what is wrong; `folder` where letters are only files. */
  check(): Promise<'server' | 'folder'>;
};

/** Domain events: written to the outbox in the caller's transaction, told to subscribers at least once. */
export type DomainEvents = {
  emit(tx: Tx | Db, topic: string, payload: Record<string, unknown>): Promise<void>;
  /** `handle` runs in the process that holds the outbox; it must bear being called twice. */
  on(topic: string, handle: (payload: Record<string, unknown>) => Promise<void>): void;
};

/** Work that survives a restart (pg-boss). */
export type WorkOptions = {
  concurrency: number;
  retries: number;
  expireS: number;
  /**
   * What becomes of a job during which two processes were killed: its kind ends the task with a reason a person sees, or it only
   * stands in the portal's list of failed jobs, where it is always.
   */
  givenUp: 'listed' | ((data: Record<string, unknown>) => Promise<void>);
};

export type Jobs = {
  send(
    name: string,
    data: Record<string, unknown>,
    options?: { singletonKey?: string; startAfterS?: number },
  ): Promise<void>;
  work(name: string, options: WorkOptions, handle: (data: Record<string, unknown>) => Promise<void>): Promise<void>;
  every(name: string, cron: string, handle: () => Promise<void>): Promise<void>;
};

/** Purpose-bound tokens (design §10.4): signed, for one resource, for a while. */
export type Tokens = {
  sign(purpose: TokenPurpose, resource: string, user: string | null): Promise<string>;
  /** Refuses with `session.tokenInvalid`. */
  verify(purpose: TokenPurpose, token: string): Promise<TokenClaims>;
};

/** Random values made at the first start and kept in the database. */
export type Secrets = { get(name: string): Promise<string> };
