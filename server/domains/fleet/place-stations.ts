import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { allPlacements, movePlacements, type Move } from './placements.repo.ts';
import { planPlacements, type MoveLimits, type NodeToFill } from './placement-rules.ts';

const perStatement = 500;

type Placing = {
  /** The engines that may have stations. */
  nodes: readonly NodeToFill[];
  limits: MoveLimits;
  /** Where a station's Auto DJ is, for its next engine to continue there. */
  positionOf(station: StationKey): AutoDjPosition | undefined;
};

/** Makes the moves that are due, and returns them. */
export const placeStations = async (db: Db, { nodes, limits, positionOf }: Placing): Promise<Move[]> => {
  const placed = await allPlacements(db);
  const due = planPlacements(placed, nodes, limits);
  const moves = placed.flatMap(({ key, node, epoch }): Move[] => {
    const to = due.get(key);
    return to === undefined ? [] : [{ key, epoch, from: node, to }];
  });
  const made: Move[] = [];
  for (let at = 0; at < moves.length; at += perStatement) {
    const part = moves.slice(at, at + perStatement);
    const moved = new Set(await movePlacements(db, part, positionOf));
    made.push(...part.filter(({ key }) => moved.has(key)));
  }
  return made;
};
