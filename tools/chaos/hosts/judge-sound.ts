import { sweepStep, type SweepPart } from '#server/domains/fleet/testing/sweep.ts';

/**
 * What a recording shows. One owner's sound never goes back; of two owners in turn, every second change goes back. A station that
 * moved may go back once, at its first change, where its new owner is behind. Sound that only skips ahead was lost, as it is on a
 * machine that can't keep up.
 */
export const judgeSound = (parts: readonly SweepPart[], isMoved: boolean): 'whole' | 'skips' | 'two owners' => {
  const jumps = parts.slice(1).map(({ from }, before) => sweepStep(parts[before]!.to, from));
  if (jumps.slice(isMoved ? 1 : 0).some((jump) => jump < 0)) return 'two owners';
  return jumps.length > (isMoved ? 1 : 0) ? 'skips' : 'whole';
};
