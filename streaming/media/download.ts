import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * How a download ended: `complete`; `wrong`: this file can't be had; `away`: nothing can be fetched for now, and what has
 * arrived is continued later.
 */
export type DownloadResult = { state: 'complete' } | { state: 'wrong' | 'away'; reason: string };

type Wanted = {
  url: string;
  /** Where its bytes go; those that are there already are kept. */
  path: string;
  bytes: number;
  /** Hex; without it only the length is checked. */
  sha256: string | undefined;
  signal: AbortSignal;
  stallMs?: number;
};

/** After so long without a byte the connection counts as broken. */
const longestStallMs = 10_000;

/** Fetches a file, or the rest of it, and checks it. */
export const download = async (wanted: Wanted): Promise<DownloadResult> => {
  const file = await open(wanted.path, 'a', 0o600);
  try {
    const result = await fetchInto(file, wanted);
    if (result.state === 'complete') await file.datasync();
    if (result.state === 'wrong') await rm(wanted.path, { force: true });
    return result;
  } finally {
    await file.close();
  }
};

const fetchInto = async (file: FileHandle, wanted: Wanted): Promise<DownloadResult> => {
  const { path, bytes, sha256 } = wanted;
  let { size: received } = await file.stat();
  let hash = createHash('sha256');
  if (received > bytes) {
    await file.truncate(0);
    received = 0;
  }
  if (received > 0) await hashFile(path, hash);
  if (received < bytes) {
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(), wanted.stallMs ?? longestStallMs);
    try {
      const headers = new Headers(received > 0 ? [['range', `bytes=${received}-`]] : []);
      const signal = AbortSignal.any([wanted.signal, stalled.signal]);
      const reply = await fetch(wanted.url, { headers, redirect: 'error', signal });
      const refused = refusalOf(reply, received, bytes);
      if (refused) {
        await reply.body?.cancel();
        return refused;
      }
      if (reply.status === 200 && received > 0) {
        await file.truncate(0);
        received = 0;
        hash = createHash('sha256');
      }
      for await (const chunk of reply.body ?? []) {
        timer.refresh();
        received += chunk.length;
        if (received > bytes) return { state: 'wrong', reason: otherSize };
        hash.update(chunk);
        await file.appendFile(chunk);
      }
    } catch (error) {
      if (isOfDisk(error)) throw error;
      return { state: 'away', reason: stalled.signal.aborted ? 'the portal stopped sending' : reasonOf(error) };
    } finally {
      clearTimeout(timer);
    }
  }
  if (received < bytes) return { state: 'away', reason: 'the portal stopped sending' };
  if (sha256 !== undefined && hash.digest('hex') !== sha256) return { state: 'wrong', reason: 'it arrived damaged' };
  return { state: 'complete' };
};

const otherSize = 'it has another size in the storage';

/** Why a reply can't be used; undefined if it can. */
const refusalOf = (
  { status, headers }: Response,
  received: number,
  bytes: number,
): Exclude<DownloadResult, { state: 'complete' }> | undefined => {
  if (status === 404) return { state: 'wrong', reason: 'its file is missing' };
  if (status === 416) return { state: 'wrong', reason: otherSize };
  if (status === 401)
    return { state: 'away', reason: 'the portal refused it: is ENGINE_TOKEN the same, and are the clocks right?' };
  if (status !== 200 && status !== 206) return { state: 'away', reason: `the portal answered ${status}` };
  const expected = status === 206 ? bytes - received : bytes;
  if (Number(headers.get('content-length') ?? expected) !== expected) return { state: 'wrong', reason: otherSize };
  return undefined;
};

const hashFile = async (path: string, hash: Hash): Promise<void> => {
  // Updated by hand: a pipeline would end the hash.
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks) hash.update(chunk as Buffer);
  });
};

const isOfDisk = (error: unknown): boolean => 'syscall' in (error as object) && 'errno' in (error as object);

const reasonOf = (error: unknown): string => {
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  return `the portal could not be reached${code === undefined ? '' : ` (${code})`}`;
};
