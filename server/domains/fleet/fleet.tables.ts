import type { Generated } from 'kysely';
import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { StationKey } from '#contract/rules/keys.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    nodes: NodesTable;
    placements: PlacementsTable;
  }
}

/** The engines of the settings, as the process that places stations last found them. */
export type NodesTable = {
  id: string;
  url: string;
  /** The installation ID of the engine, and of its spool; null before it first answered. */
  installation: string | null;
  version: string | null;
  /** The stations that it should have at most. */
  capacity: number | null;
  /** Whether it has stations: one that is cut off from the process that places them is up. */
  is_up: boolean;
  /** Whether only other engines reach it, and not the process that places stations. */
  is_cut_off: Generated<boolean>;
  /** Since when it is up, cut off, or down. */
  since: Generated<Date>;
  /** Whether an administrator takes it out: its stations move to the others. */
  is_draining: Generated<boolean>;
  /** The share of a processor core that it used lately. */
  load: number | null;
  answered_at: Date | null;
};

/** Which engine has a station. */
export type PlacementsTable = {
  station_key: StationKey;
  node_id: string;
  /** Increased by every move: of two engines with the same station, the higher one is right. */
  epoch: Generated<number>;
  since: Generated<Date>;
  /** Where its Auto DJ was when it moved here; null if that is not known. */
  position: Generated<AutoDjPosition | null>;
};
