import { createHash } from 'node:crypto';
import type { AdProof } from '#contract/engine/engine-ads.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { audioFiles } from '#server/platform/audio-files.ts';
import { portalSettings } from '#server/platform/settings.ts';
import type { AdEngine } from '../plan/ad-engine.ts';
import { signatureOf } from './proofs.ts';
import { deleteProof, insertProof, proofsToRemove } from './proofs.repo.ts';

type Deps = Pick<Kernel, 'db' | 'storage' | 'clock' | 'secrets' | 'log'>;
type ProofEngine = Pick<AdEngine, 'proofs' | 'proofAudio' | 'removeProof'>;

/** Recordings fetched at a time, and kept of all campaigns together. */
const atOnce = 50;
const mostBytes = 4 * 1024 ** 3;

/** Stores the engine's recordings of what was heard, signed, and removes them from the engine. Safe to interrupt and run again. */
export const collectProofs = async (deps: Deps, engine: ProofEngine): Promise<void> => {
  for (const proof of (await engine.proofs()).slice(0, atOnce)) {
    const sound = await engine.proofAudio(proof.id);
    if (sound && createHash('sha256').update(sound).digest('hex') === proof.sha256) await store(deps, proof, sound);
    else deps.log.warn({ proof: proof.id, campaign: proof.campaign }, 'a recording of a spot is damaged');
    await engine.removeProof(proof.id);
  }
};

const store = async (deps: Deps, proof: AdProof, sound: Buffer): Promise<void> => {
  const { id, campaign: campaign_key, codec, sha256 } = proof;
  const path = `ad-proofs/${id}.${audioFiles[codec].ending}`;
  const at = new Date(proof.at);
  const row = {
    ...{ id, campaign_key, station_key: proof.station, creative_id: proof.spot, codec, sha256, path, at },
    ...{ day: at.toISOString().slice(0, 10), length_ms: proof.ms, from_ms: proof.from, to_ms: proof.to },
    ...{ bytes: sound.length, signature: await signatureOf(deps, { id, campaign_key, at, sha256 }) },
  };
  await deps.storage.put(path, sound, audioFiles[codec].type);
  const isStored = await insertProof(deps.db, row);
  if (!isStored && !(await isKept(deps, id))) await deps.storage.remove(path);
};

/** Stored by a run that was interrupted before the engine knew. */
const isKept = async ({ db }: Deps, id: string): Promise<boolean> =>
  (await db.selectFrom('ad_proofs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Removes recordings that are older than sessions are kept, those of deleted campaigns, and the oldest beyond 4 GB. */
export const forgetProofs = async ({ db, storage, clock }: Deps): Promise<void> => {
  const { listening_days: days } = await portalSettings(db);
  const before = new Date(clock.now().getTime() - days * dayMs);
  for (;;) {
    const found = await proofsToRemove(db, { before, mostBytes });
    for (const { id, path } of found) {
      await storage.remove(path);
      await deleteProof(db, id);
    }
    if (found.length === 0) return;
  }
};
