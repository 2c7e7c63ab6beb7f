import { randomUUID } from 'node:crypto';
import type { CampaignAudio } from '#contract/api/campaign.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { audioFiles, displayName, refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { sendRender } from '../campaigns.events.ts';
import { insertCreative, type CreativeRow } from './creatives.repo.ts';

export type AudioDeps = Pick<Kernel, 'db' | 'storage' | 'jobs'> & { audio: AudioEngine };

/** An uploaded file to become a creative: its ID is known before its row exists. */
export type AcceptedAudio = { id: string; save(tx: Tx): Promise<void> };

/**
 * Identifies and stores an uploaded spot, then runs `work`, which calls `save` in the transaction that uses it; the job
 * that prepares it starts after commit. `from` is where the 30 s begin in a longer file, s. Refuses what is no audio with
 * `media.notAudio` or `media.empty`. Without a file, `work` gets undefined.
 */
export const withAudio = async <T>(
  deps: AudioDeps,
  account: AccountKey,
  upload: { file: UploadedFile | undefined; from?: number | undefined },
  work: (accepted: AcceptedAudio | undefined) => Promise<T>,
): Promise<T> => {
  const { file, from = 0 } = upload;
  if (!file) return await work(undefined);
  if (!(await deps.audio.available())) refuse('media.encoderMissing');
  const kind = await deps.audio.identify(file.path);
  const id = randomUUID();
  const original = `originals/spot-${id}.${audioFiles[kind].ending}`;
  const row = {
    ...{ id, account_key: account, original, sha256: file.sha256 },
    ...{ filename: displayName(file.filename), cut_from_ms: Math.round(from * 1000) },
  };
  await deps.storage.putFile(original, file.path, audioFiles[kind].type).catch(refuseIfDiskFull);
  try {
    return await work({
      id,
      save: async (tx) => {
        await insertCreative(tx, row);
        await sendRender(deps, id, tx);
      },
    });
  } catch (error) {
    await deps.storage.remove(original);
    throw error;
  }
};

/** A creative as the contract shows it. */
export const presentAudio = (row: CreativeRow): CampaignAudio => {
  const original = row.original_ms ?? 0;
  const isCut = row.duration_ms !== null && (row.cut_from_ms > 0 || original > limits.adAudioMaxS * 1000);
  return {
    ...{ id: row.id, name: row.filename, duration: (row.duration_ms ?? 0) / 1000 },
    adjusted: isCut
      ? {
          from: row.cut_from_ms / 1000,
          faded: row.cut_from_ms + row.duration_ms! < original - endToleranceMs,
          original: original / 1000,
        }
      : null,
    ...{ loudness: row.loudness, state: row.state, error: row.error },
  };
};

/** A file that ends so soon after its cut was not faded, ms. */
export const endToleranceMs = 100;
