import { createHash, randomUUID } from 'node:crypto';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { collectProofs } from '#server/domains/campaigns/proofs/collect-proofs.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Keys } from './world.ts';

let days = 0;

/** A recording of a spot that an engine made of a campaign, stored as the portal does. */
export const proofChild =
  (kernel: () => Kernel) =>
  async ({ campaign, station }: Keys): Promise<string> => {
    const [id, sound] = [randomUUID(), Buffer.from('sound')];
    const proof = {
      ...{ id, campaign: campaign as CampaignKey, station: station as StationKey, spot: randomUUID() },
      ...{ at: Date.UTC(2026, 0, ++days), codec: 'mp3' as const, ms: 14_000, from: 5000, to: 9000 },
      ...{ bytes: sound.length, sha256: createHash('sha256').update(sound).digest('hex') },
    };
    await collectProofs(kernel(), {
      proofs: () => Promise.resolve([proof]),
      proofAudio: () => Promise.resolve(sound),
      removeProof: () => Promise.resolve(),
    });
    return id;
  };
