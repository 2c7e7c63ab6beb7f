import type { Readable } from 'node:stream';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { errors } from '#contract/texts/errors.ts';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { TokenPurpose } from '#contract/rules/tokens.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { checkDisk } from '#server/kernel/storage/disk-space.ts';
import { displayName } from '../audio-files.ts';
import { withWorkFile } from '../work-files.ts';
import * as repo from './resumable.repo.ts';
import { joinParts, removePartsOf, removeUnneededParts, storeParts } from './upload-parts.ts';
import type { UploadTurns } from './upload-turns.ts';

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
export type ResumableDeps = Pick<Kernel, 'db' | 'config' | 'clock' | 'storage'> & { turns: UploadTurns };
export type ResumableState = { offset: number; length: number; expires: Date };

/*
 * Uploads in parts (tus 1.0): a row describes the upload, and storage has the parts received, so that any portal can
 * continue and complete it (ADR 25).
 */

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
  return { id, expires };
};

/**
 * How many bytes of an upload have arrived. A client asks after losing its connection, so a request that is still
 * writing is ended first. A complete upload that was not accepted (the portal was killed in between) is accepted now.
 * Refuses with `media.uploadGone`.
 */
export const uploadState = async (deps: ResumableDeps, to: UploadTarget, id: string): Promise<ResumableState> => {
  const found = await find(deps, to.owner, id);
  if (found.isAccepted) return stateOf(found);
  return await deps.turns.run(id, undefined, async () => {
    const row = await find(deps, to.owner, id);
    if (!row.isAccepted && row.received === row.length) await complete(deps, to, row);
    return stateOf(row);
  });
};

/** Appends bytes at `offset`; once complete, the upload becomes an upload task with the same id. */
export const appendUpload = async (
  deps: ResumableDeps,
  to: UploadTarget,
  { id, offset, body }: { id: string; offset: number; body: Readable },
): Promise<ResumableState> => {
  await find(deps, to.owner, id);
  return await deps.turns.run(id, body, async (turn) => {
    const before = await find(deps, to.owner, id);
    const { offset: start, length } = stateOf(before);
    if (offset !== start) return refuse('media.uploadOffset', { offset: start });
    const expires = expiryFrom(deps);
    if (before.isAccepted) return { offset: start, length, expires };
    await storeParts(deps, turn, { body, start, end: length, expires });
    const row = await find(deps, to.owner, id);
    if (row.received === length) await complete(deps, to, row);
    return { ...stateOf(row), expires };
  });
};

/** Cancels an unfinished upload and deletes its bytes. */
export const cancelUpload = async (
  deps: Pick<ResumableDeps, 'db' | 'storage' | 'turns'>,
  owner: repo.Owner,
  id: string,
): Promise<void> => {
  await find(deps, owner, id);
  await deps.turns.run(id, undefined, () => repo.removeUpload(deps.db, id));
  await removePartsOf(deps, id);
};

/** Deletes expired uploads, and parts in storage that no upload needs. */
export const removeExpiredUploads = async (deps: Pick<ResumableDeps, 'db' | 'storage' | 'clock'>): Promise<void> => {
  await repo.removeExpired(deps.db, deps.clock.now());
  await removeUnneededParts(deps);
};

const find = async ({ db }: Pick<Kernel, 'db'>, owner: repo.Owner, id: string) =>
  (await repo.findUpload(db, owner, id)) ?? refuse('media.uploadGone');

const checkEpisode = async ({ db }: Pick<Kernel, 'db'>, owner: repo.Owner, episode: EpisodeKey): Promise<void> => {
  const isFound = 'podcast_key' in owner && (await repo.isEpisodeOf(db, episode, owner.podcast_key));
  if (!isFound) refuse('episode.notFound');
};

type Row = repo.ResumableRow & { isAccepted: boolean };

const stateOf = ({ received, length, isAccepted, expires }: Row): ResumableState => ({
  offset: isAccepted ? length : received,
  length,
  expires,
});

/** Passes a complete file to its target; if that refuses it, the upload is deleted. */
const complete = async (deps: ResumableDeps, { onComplete }: UploadTarget, row: repo.ResumableRow): Promise<void> => {
  const { id, length, filename, episode_key } = row;
  try {
    await withWorkFile(deps, async (path) => {
      await joinParts(deps, id, length, path);
      await onComplete({ path, size: length, filename, task: id, episode: episode_key });
    });
  } catch (error) {
    // What may pass, such as a storage that does not respond, is tried again when the client asks.
    if (error instanceof Refusal && errors[error.code][0] < 500) await repo.removeUpload(deps.db, id);
    throw error;
  } finally {
    await removePartsOf(deps, id);
  }
};
