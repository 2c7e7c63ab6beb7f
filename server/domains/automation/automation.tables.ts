import type { Generated } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    automation: AutomationTable;
  }
}

/** The automation software of a station; `requested` is null if it isn't requested. */
export type AutomationTable = {
  station_key: StationKey;
  requested: Moment;
  /** ms */
  mix_ms: Generated<number>;
  level: Generated<boolean>;
};
