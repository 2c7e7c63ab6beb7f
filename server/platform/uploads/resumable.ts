import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnyEndpoint } from '#contract/http.ts';
import type { EpisodeKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import type { TokenPurpose } from '#contract/tokens.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { checkDisk } from '#server/kernel/storage/disk-space.ts';
import { refuseIfDiskFull, displayName } from '../audio-files.ts';
import * as repo from './resumable.repo.ts';

/** Who uploads; undefined with a token that names nobody. */
export type Uploader = { id: string; isPortalAdmin: boolean } | undefined;

/** Where an upload goes, and what is done with it there. */
export type UploadTarget = {
  owner: repo.Owner;
  who: Uploader;
  /** Refuses an upload before its bytes are sent. */
  check(): Promise<void>;
  /** Refuses `length` bytes that the plan has no storage for, counting the uploads that are under way. */
  checkStorage(tx: Tx, length: number): Promise<void>;
  /** Accepts the whole file as the task `task`. */
  onComplete(file: {
    path: string;
    size: number;
    filename: string;
    task: string;
    episode: EpisodeKey | null;
  }): Promise<void>;
};

/** Uploads sent with a token of `purpose`, by those who may call `endpoint`. */
export type UploadKind = {
  purpose: TokenPurpose;
  endpoint: AnyEndpoint;
  targetOf(resource: string, who: Person | undefined): UploadTarget;
};
export type ResumableDeps = Pick<Kernel, 'db' | 'config' | 'clock'>;
export type ResumableState = { offset: number; length: number; expires: Date };

/* Uploads in parts (tus 1.0): a row describes the upload, and a file named by its id holds the bytes received. */

const folderOf = ({ config }: Pick<Kernel, 'config'>): string => join(config.dataDir, 'tmp', 'resumable');
const pathOf = (deps: Pick<Kernel, 'config'>, id: string): string => join(folderOf(deps), id);
const expiryFrom = ({ clock }: Pick<Kernel, 'clock'>): Date =>
  new Date(clock.now().getTime() + limits.resumableHours * 3_600_000);

/** Starts an upload of `length` bytes; refuses if it is too large, beyond the plan, or too many are unfinished. */
export const beginUpload = async (
  deps: ResumableDeps,
  { owner, who, check, checkStorage }: UploadTarget,
  { length, name, episode = null }: { length: number; name: string; episode?: EpisodeKey | null },
): Promise<{ id: string; expires: Date }> => {
  if (length === 0) refuse('media.empty');
  if (length > limits.uploadMaxBytes) refuse('media.tooLarge', { max: `${limits.uploadMaxBytes / 1024 ** 3} GB` });
  await checkDisk(deps.config);
  if (episode !== null) await checkEpisode(deps, owner, episode);
  await check();
  const id = randomLetters(22);
  const expires = expiryFrom(deps);
  await mkdir(folderOf(deps), { recursive: true });
  const path = pathOf(deps, id);
  await (await open(path, 'wx', 0o640)).close();
  try {
    await deps.db.transaction().execute(async (tx) => {
      await repo.lockUploads(tx, owner);
      const max = limits.resumableAtOnce;
      if ((await repo.countUnfinished(tx, owner)) >= max) refuse('media.tooManyUploads', { max });
      await checkStorage(tx, length);
      const filename = displayName(name);
      const { station_key = null, podcast_key = null } = { station_key: undefined, podcast_key: undefined, ...owner };
      const of = { station_key, podcast_key, episode_key: episode };
      await repo.insertUpload(tx, { id, ...of, user_id: who?.id ?? null, filename, length, expires });
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { id, expires };
};

/**
 * How many bytes of an upload have arrived. A client asks after losing its connection, so a request that is still
 * writing is ended first. A complete upload that was not accepted (the portal was killed in between) is accepted now.
 * Refuses with `media.uploadGone`.
 */
export const uploadState = async (deps: ResumableDeps, to: UploadTarget, id: string): Promise<ResumableState> => {
  await find(deps, to.owner, id);
  return await inTurn(id, undefined, async () => {
    const row = await find(deps, to.owner, id);
    const { length, expires } = row;
    const offset = await offsetOf(deps, row);
    if (!row.isAccepted && offset === length) await complete(deps, to, row);
    return { offset, length, expires };
  });
};

/** Appends bytes at `offset`; once complete, the upload becomes an upload task with the same id. */
export const appendUpload = async (
  deps: ResumableDeps,
  to: UploadTarget,
  { id, offset, body }: { id: string; offset: number; body: Readable },
): Promise<ResumableState> => {
  await find(deps, to.owner, id);
  return await inTurn(id, body, async () => {
    const row = await find(deps, to.owner, id);
    const received = await offsetOf(deps, row);
    if (offset !== received) return refuse('media.uploadOffset', { offset: received });
    const expires = expiryFrom(deps);
    if (row.isAccepted) return { offset: received, length: row.length, expires };
    await write(pathOf(deps, id), body, row.length - received);
    await repo.extendUntil(deps.db, id, expires);
    const newOffset = await offsetOf(deps, row);
    if (newOffset === row.length) await complete(deps, to, row);
    return { offset: newOffset, length: row.length, expires };
  });
};

/** Cancels an unfinished upload and deletes its bytes. */
export const cancelUpload = async (
  deps: Pick<ResumableDeps, 'db' | 'config'>,
  owner: repo.Owner,
  id: string,
): Promise<void> => {
  await find(deps, owner, id);
  await inTurn(id, undefined, async () => {
    await repo.removeUpload(deps.db, id);
    await rm(pathOf(deps, id), { force: true });
  });
};

/** Deletes expired uploads, and files that belong to no upload. */
export const removeExpiredUploads = async (deps: Pick<ResumableDeps, 'db' | 'config' | 'clock'>): Promise<void> => {
  await repo.removeExpired(deps.db, deps.clock.now());
  const names = await readdir(folderOf(deps)).catch(() => []);
  const known = await repo.existingIds(deps.db, names);
  const hourAgo = deps.clock.now().getTime() - 3_600_000;
  for (const name of names) {
    const path = pathOf(deps, name);
    // A file is created shortly before its row.
    const orphan = known.has(name) ? undefined : await stat(path).catch(() => undefined);
    if (orphan && orphan.mtimeMs < hourAgo) await rm(path, { force: true });
  }
};

const find = async ({ db }: Pick<Kernel, 'db'>, owner: repo.Owner, id: string) =>
  (await repo.findUpload(db, owner, id)) ?? refuse('media.uploadGone');

const checkEpisode = async ({ db }: Pick<Kernel, 'db'>, owner: repo.Owner, episode: EpisodeKey): Promise<void> => {
  const isFound = 'podcast_key' in owner && (await repo.isEpisodeOf(db, episode, owner.podcast_key));
  if (!isFound) refuse('episode.notFound');
};

const offsetOf = async (
  deps: Pick<Kernel, 'config'>,
  { id, length, isAccepted }: { id: string; length: number; isAccepted: boolean },
): Promise<number> => {
  if (isAccepted) return length;
  return (await stat(pathOf(deps, id)).catch(() => refuse('media.uploadGone'))).size;
};

type Turn = { end: () => void; done: Promise<void> };
const turns = new Map<string, Turn>();

/**
 * Runs one request at a time per upload. A later request means that the client lost the earlier connection (which the
 * server may notice much later), so the earlier body is ended; the bytes received so far remain.
 */
const inTurn = async <T>(id: string, body: Readable | undefined, work: () => Promise<T>): Promise<T> => {
  const previous = turns.get(id);
  previous?.end();
  const { promise: done, resolve } = Promise.withResolvers<void>();
  body?.on('error', () => undefined);
  const turn = { end: () => void body?.destroy(new Error('superseded by another request for this upload')), done };
  turns.set(id, turn);
  try {
    await previous?.done;
    return await work();
  } finally {
    resolve();
    if (turns.get(id) === turn) turns.delete(id);
  }
};

/** Appends the body to the file, at most `maxBytes`; bytes received before a broken connection remain. */
const write = async (path: string, body: Readable, maxBytes: number): Promise<void> => {
  const file = createWriteStream(path, { flags: 'a' });
  const closed = once(file, 'close');
  let left = maxBytes;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? new Refusal('request.tooLarge', { max: `${maxBytes} bytes` }, {}) : null, chunk);
    },
  });
  try {
    await pipeline(body, bounded, file);
    await sync(path);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code } = error as { code?: string };
    if (code === 'ENOSPC' || code === 'EDQUOT') refuseIfDiskFull(error);
    refuse('request.malformed', { reason: 'the upload was cut short' });
  } finally {
    await closed;
  }
};

const sync = async (path: string): Promise<void> => {
  const file = await open(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
};

/** Passes a complete file to its target; if that refuses it, the upload is deleted. */
const complete = async (
  deps: ResumableDeps,
  { onComplete }: UploadTarget,
  { id, length, filename, episode_key }: repo.ResumableRow,
): Promise<void> => {
  const path = pathOf(deps, id);
  try {
    await onComplete({ path, size: length, filename, task: id, episode: episode_key });
  } catch (error) {
    await repo.removeUpload(deps.db, id);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
};
