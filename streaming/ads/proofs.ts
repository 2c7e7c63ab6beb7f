import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AdProof } from '#contract/engine/engine-ads.ts';
import { removeDurably, writeAtomically } from '#streaming/snapshot/atomic-file.ts';

/** Recordings of what was heard around spots, on disk until the portal has them. */
export type Proofs = {
  /** Keeps a recording, unless there is one of the campaign and day (UTC) already. */
  add(proof: AdProof, sound: Buffer): void;
  list(): AdProof[];
  sound(id: string): Promise<Buffer | undefined>;
  remove(id: string): Promise<void>;
};

/** More are not kept: the portal has not fetched them for days. */
const mostKept = 400;
const mostBytes = 4 * 1024 * 1024;
const dayMs = 86_400_000;

export const openProofs = (folder: string, failed: (error: unknown) => void): Proofs => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = new Map(load(folder, failed).map((proof) => [proof.id as string, proof]));
  /** Also of those that the portal has by now. */
  const ofDay = new Map<string, number>();
  for (const { campaign, at } of kept.values()) ofDay.set(campaign, Math.floor(at / dayMs));

  return {
    add(proof, sound) {
      const day = Math.floor(proof.at / dayMs);
      if (ofDay.get(proof.campaign) === day || kept.size >= mostKept || sound.length > mostBytes) return;
      ofDay.set(proof.campaign, day);
      for (const [campaign, of] of ofDay) if (of < day - 1) ofDay.delete(campaign);
      // What it says about a recording is written last: without it there is none.
      writeFile(soundPath(folder, proof.id), sound, { mode: 0o600 })
        .then(() => writeAtomically(factsPath(folder, proof.id), JSON.stringify(proof)))
        .then(() => void kept.set(proof.id, proof), failed);
    },
    list: () => [...kept.values()],
    sound: async (id) => (kept.has(id) ? await readFile(soundPath(folder, id)) : undefined),
    async remove(id) {
      if (!kept.delete(id)) return;
      await removeDurably(factsPath(folder, id));
      await removeDurably(soundPath(folder, id));
    },
  };
};

const soundPath = (folder: string, id: string): string => join(folder, `${id}.sound`);
const factsPath = (folder: string, id: string): string => join(folder, `${id}.json`);

const load = (folder: string, failed: (error: unknown) => void): AdProof[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      try {
        return [AdProof.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))];
      } catch (error) {
        failed(error);
        return [];
      }
    });
