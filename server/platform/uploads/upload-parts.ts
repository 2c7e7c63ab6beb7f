import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { refuseIfDiskFull } from '../audio-files.ts';
import * as repo from './resumable.repo.ts';

/* The bytes of an unfinished upload: parts in storage, which every portal reaches. */

type Deps = Pick<Kernel, 'db' | 'storage'>;

/** Held in memory until it is stored; small, as 50 uploads may be under way. */
const partBytes = 4 * 1024 ** 2;
/** On a slow line a part ends earlier, so that a killed portal loses little. */
const partMs = 15_000;

/**
 * Stores the body in parts from `start` on, at most until `end`. What arrived before a broken connection remains; a part
 * is durable before it is counted. Refuses `request.tooLarge`, `request.malformed` where the body was cut short.
 */
export const storeParts = async (
  deps: Deps,
  turn: repo.Turn,
  { body, start, end, expires }: { body: Readable; start: number; end: number; expires: Date },
): Promise<void> => {
  let [offset, size, since] = [start, 0, 0];
  let chunks: Buffer[] = [];
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    const bytes = Buffer.concat(chunks);
    [chunks, size] = [[], 0];
    await storePart(deps, turn, { start: offset, bytes, expires });
    offset += bytes.length;
  };
  let failure: unknown;
  try {
    // A body that is refused must not end the connection, on which the refusal is sent.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (offset + size + chunk.length > end) refuse('request.tooLarge', { max: `${String(end - start)} bytes` });
      if (size === 0) since = Date.now();
      chunks.push(chunk);
      size += chunk.length;
      if (size >= partBytes || Date.now() - since > partMs) await flush();
    }
  } catch (error) {
    failure = error;
  }
  if (failure instanceof StoreError) throw failure.cause;
  await flush().catch((error: unknown) => {
    throw error instanceof StoreError ? error.cause : error;
  });
  if (failure instanceof Refusal) throw failure;
  if (failure !== undefined) refuse('request.malformed', { reason: 'the upload was cut short' });
};

/** Tells an error of the storage from one of the connection. */
class StoreError extends Error {}

const storePart = async (
  { db, storage }: Deps,
  turn: repo.Turn,
  { start, bytes, expires }: { start: number; bytes: Buffer; expires: Date },
): Promise<void> => {
  const key = `uploads/${turn.id}-${String(start)}-${turn.turn}`;
  const part = { key, start, size: bytes.length };
  try {
    await repo.insertPart(db, turn.id, part);
    await storage.put(key, bytes, 'application/octet-stream').catch(refuseIfDiskFull);
    if (!(await repo.countPart(db, turn, part, expires))) refuse('media.uploadOffset', { offset: start });
  } catch (cause) {
    throw new StoreError('A part could not be stored.', { cause });
  }
};

/** Writes the whole upload into a file on this disk. */
export const joinParts = async ({ db, storage }: Deps, id: string, length: number, path: string): Promise<void> => {
  const parts = await repo.storedParts(db, id);
  let offset = 0;
  for (const { start, size } of parts) {
    if (start !== offset) throw new Error(`The upload ${id} lacks byte ${String(offset)}.`);
    offset += size;
  }
  if (offset !== length) throw new Error(`The upload ${id} has ${String(offset)} of ${String(length)} bytes.`);
  const bytes = async function* () {
    for (const { key } of parts) yield* (await storage.read(key)) as AsyncIterable<Buffer>;
  };
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path)).catch(refuseIfDiskFull);
};

/** Removes the parts of an accepted, cancelled or expired upload. */
export const removePartsOf = async (deps: Deps, id: string): Promise<void> => {
  await removeAll(deps, await repo.unneededParts(deps.db, { id, max: 10_000 }));
};

/** Removes all parts that nothing needs, also those of portals that were killed. */
export const removeUnneededParts = async (deps: Deps): Promise<void> => {
  for (;;) {
    const keys = await repo.unneededParts(deps.db, { max: 500 });
    if (keys.length === 0) return;
    await removeAll(deps, keys);
  }
};

const removeAll = async ({ db, storage }: Deps, keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await storage.remove(key);
    await repo.removePart(db, key);
  }
};
