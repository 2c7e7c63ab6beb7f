import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Readable } from 'node:stream';
import type { TokenPurpose } from '#contract/rules/tokens.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Config } from './config.ts';
import type { Hooks } from './events/hooks.ts';
import type { Fleet } from './fleet.ts';
import type { TokenClaims } from './http/handler.ts';
import type { Tracing } from './tracing/tracing.ts';

/** The dependencies of every domain, without globals. */
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
  fleet: Fleet;
  /** Undefined: no traces are recorded. */
  tracing?: Tracing | undefined;
};

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
export type Clock = { now(): Date };

/** Files by key (`originals/…`, `renditions/…`, `images/…`); we generate the keys, never from uploaded names. */
export type Storage = {
  /** Moves a file on this disk into storage; durable when it returns. */
  putFile(key: string, path: string, type: string): Promise<void>;
  put(key: string, data: Buffer | Readable, type: string): Promise<void>;
  size(key: string): Promise<number | undefined>;
  /** Bytes `start` to `end` (inclusive), or all. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A path on this disk with the file: the original if storage is a disk, else a cached copy. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
};

/** The response from a user-supplied URL. */
export type OutboundReply = { status: number; type: string; url: string; body: Buffer };

/** The same as a stream: read `body` to its end or destroy it. */
export type OutboundStream = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  url: string;
  body: Readable;
};

/** The only way to request user-supplied URLs: pinned, guarded, with limits. */
export type Outbound = {
  /** The user agent of every request: the brand's name. */
  agent: string;
  /** Opens a response whose size the caller limits: aborted after `timeoutMs` in total, or `stallMs` without data. */
  open(url: string, bounds: { timeoutMs: number; stallMs: number; accept?: string }): Promise<OutboundStream>;
  /** `headers` go along with redirects. */
  get(
    url: string,
    bounds: { maxBytes: number; timeoutMs: number; accept?: string; headers?: Record<string, string> },
  ): Promise<OutboundReply>;
  /** Sends JSON; redirects are not followed, as the data and the bearer token are for this URL only. */
  post(
    url: string,
    json: unknown,
    bounds: { maxBytes: number; timeoutMs: number; bearer?: string },
  ): Promise<OutboundReply>;
  /** Sends a notification as a form, or by the URL alone; redirects are not followed, as above. */
  notify(
    url: string,
    said: { form?: Record<string, string>; authorization?: string },
    bounds: { maxBytes: number; timeoutMs: number },
  ): Promise<OutboundReply>;
};

/** An e-mail as plain content; the mail engine renders it in the brand's layout, as text and as HTML. */
export type Email = {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** The main action; `url` begins with PUBLIC_URL, never with a Host header. */
  action?: { label: string; url: string };
  /** Figures, shown after the paragraphs. */
  tables?: readonly EmailTable[];
  closing?: string;
  /** Sent in full with the e-mail; at most 5 MB in total if it is queued. */
  attachments?: readonly Attachment[];
  /** Unsubscribe URL: POST by a mail program (RFC 8058), GET by a person; begins with PUBLIC_URL. */
  unsubscribeUrl?: string;
  /**
   * The same for every attempt to send the same e-mail: it is queued once, and mailboxes detect duplicates; letters, digits,
   * dots, dashes, underscores.
   */
  messageId?: string;
};

export type EmailTable = {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  note?: string;
};

export type Attachment = { filename: string; type: string; content: Buffer | Readable };

export type Mail = {
  /** Queues an e-mail, which is retried until it is delivered. */
  send(letter: Email): Promise<void>;
  /** Sends immediately and throws on errors: for e-mails whose secrets must not be stored in a queue. */
  deliver(letter: Email): Promise<void>;
  /**
   * Checks whether the mail server accepts e-mails from us, and throws if not; `folder` is set if e-mails are only
   * saved as files.
   */
  check(): Promise<'server' | 'folder'>;
};

/** Domain events: written to the outbox in the caller's transaction, delivered to subscribers at least once. */
export type DomainEvents = Announcements & {
  emit(tx: Tx | Db, topic: string, payload: Record<string, unknown>): Promise<void>;
  /** `handle` runs in the process that holds the outbox; it may be called twice for an event, so must be idempotent. */
  on(topic: string, handle: (payload: Record<string, unknown>) => Promise<void>): void;
  /** The same for what does not depend on which events there are: called once for all that are published together. */
  onAny(topic: string, handle: () => Promise<void>): void;
};

/**
 * Announcements to every portal process that runs now, for what each keeps in memory: caches, and the browsers connected
 * to it. Nothing is stored: what must happen is a domain event.
 */
export type Announcements = {
  /** Sent with the commit of `tx`; `payload` has at most 7,000 bytes as JSON. */
  announce(tx: Tx | Db, topic: string, payload: Record<string, unknown>): Promise<void>;
  /**
   * `heard` gets each payload, also of this process's own announcements. `missed` is called whenever this process begins to
   * listen: at its start, and after its connection was broken.
   */
  onAnnounced(
    topic: string,
    heard: (payload: Record<string, unknown>, from: { isOwn: boolean }) => void,
    missed?: () => void,
  ): void;
};

/** Background jobs that survive a restart (pg-boss). */
export type WorkOptions = {
  concurrency: number;
  retries: number;
  expireS: number;
  /**
   * Handles a job during which two processes were killed: its kind ends the task with a reason for the user; otherwise
   * it only appears in the portal's list of failed jobs, where it always does.
   */
  givenUp: 'listed' | ((data: Record<string, unknown>) => Promise<void>);
};

export type JobOptions = {
  /** Of the jobs of a queue with the same key, one waits at most. */
  singletonKey?: string;
  startAfterS?: number;
  /** Names the job: sent again with the same name within a week it is not queued again, though it has ended. */
  once?: string;
  /**
   * Queues the job with the transaction's commit. For jobs of a subject that has just one: where one of the same key waits
   * already, it may start before this change is committed, and none follows. Such a job is sent by a subscriber of an event.
   */
  tx?: Tx | undefined;
};

export type Jobs = {
  send(name: string, data: Record<string, unknown>, options?: JobOptions): Promise<void>;
  work(name: string, options: WorkOptions, handle: (data: Record<string, unknown>) => Promise<void>): Promise<void>;
  every(name: string, cron: string, handle: () => Promise<void>): Promise<void>;
};

/** Purpose-bound tokens (design §10.4): signed, for one resource, for a limited time. */
export type Tokens = {
  sign(purpose: TokenPurpose, resource: string, user: string | null): Promise<string>;
  /** Refuses with `session.tokenInvalid`. */
  verify(purpose: TokenPurpose, token: string): Promise<TokenClaims>;
};

/** Random values generated at the first start and stored in the database. */
export type Secrets = { get(name: string): Promise<string> };
