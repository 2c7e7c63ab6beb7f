import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ProviderRefusal } from '#contract/api/ad-providers.ts';
import { limits } from '#contract/rules/limits.ts';
import { minuteMs } from '#contract/rules/time.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import { isTransient } from '#server/kernel/outbound/fetch-failure.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { audioFiles, refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { sendRender } from '../campaigns.events.ts';
import { insertCreative } from '../creatives/creatives.repo.ts';
import * as repo from './provider-creatives.repo.ts';

export type FetchDeps = Pick<Kernel, 'db' | 'clock' | 'storage' | 'events' | 'outbound' | 'config' | 'jobs'> & {
  audio: AudioEngine;
};

export const fetchJob = 'campaigns.fetchProviderSpot';
/** Queues the fetching of a spot, once at a time. */
export const sendFetch = async ({ jobs }: Pick<FetchDeps, 'jobs'>, id: repo.CreativeId): Promise<void> => {
  const singletonKey = createHash('sha256').update(Object.values(id).join(' ')).digest('hex');
  await jobs.send(fetchJob, id, { singletonKey });
};

const timeoutMs = 30_000;
const mostBytes = 20 * 1024 ** 2;
/** After so long a server that can't be reached is left alone. */
const patienceMs = 10 * minuteMs;
/** Files are a little longer than what they contain. */
const longestMs = (limits.adAudioMaxS + 0.5) * 1000;

/**
 * Fetches a spot that an ad server answered with for the first time, and hands it on to be prepared. The same file under
 * another ID becomes the same spot. What is no audio of at most 30 s is refused. Safe to run again.
 */
export const fetchSpot = async (deps: FetchDeps, id: repo.CreativeId): Promise<void> => {
  const row = await repo.findSpot(deps.db, id);
  if (row?.state !== 'fetching') return;
  try {
    const bounds = { maxBytes: mostBytes, timeoutMs, accept: 'audio/*' };
    const { status, body } = await deps.outbound.get(row.media_url, bounds);
    if (status !== 200) return await refuseSpot(deps, id, 'status');
    await withWorkFile(deps, async (path) => {
      await writeFile(path, body);
      await accept(deps, row, path, createHash('sha256').update(body).digest('hex'));
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'media.storageFull') throw error;
    if (isTransient(error) && deps.clock.now().getTime() - row.seen.getTime() < patienceMs) throw error;
    await refuseSpot(deps, id, error.code === 'outbound.refused' ? 'unreachable' : 'media');
  }
};

/** The spot is not fetched again for a day. */
export const refuseSpot = async (
  { db }: Pick<FetchDeps, 'db'>,
  id: repo.CreativeId,
  reason: ProviderRefusal,
): Promise<void> => {
  await repo.endFetching(db, id, { state: 'refused', error: reason });
};

const accept = async (deps: FetchDeps, row: repo.ProviderCreativeRow, path: string, sha256: string): Promise<void> => {
  const { audio, db, storage } = deps;
  const kind = await audio.identify(path);
  const { durationMs } = await audio.measure(path, kind, 2);
  if (durationMs > longestMs) return await refuseSpot(deps, row, 'length');
  const id = randomUUID();
  const original = `originals/spot-${id}.${audioFiles[kind].ending}`;
  await storage.putFile(original, path, audioFiles[kind].type).catch(refuseIfDiskFull);
  const isUsed = await db.transaction().execute(async (tx) => await store(deps, tx, row, { id, original, sha256 }));
  if (!isUsed) await storage.remove(original);
};

/** Whether the file is needed: not if it is known, or another attempt was faster. */
const store = async (
  deps: Pick<FetchDeps, 'jobs'>,
  tx: Tx,
  row: repo.ProviderCreativeRow,
  { id, original, sha256 }: { id: string; original: string; sha256: string },
): Promise<boolean> => {
  const known = await repo.creativeOf(tx, row.account_key, sha256);
  if (known !== undefined) {
    await repo.endFetching(tx, row, { state: 'known', sha256, creative_id: known });
    return false;
  }
  // Its row first: the spot refers to it.
  const filename = row.ad_id.trim().slice(0, 120) || 'spot';
  if ((await repo.findSpot(tx, row))?.state !== 'fetching') return false;
  await insertCreative(tx, { id, account_key: row.account_key, filename, original, sha256 });
  await repo.endFetching(tx, row, { state: 'known', sha256, creative_id: id });
  await sendRender(deps, id, tx);
  return true;
};
