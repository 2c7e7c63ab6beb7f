import type { StationKey } from '#contract/rules/keys.ts';
import type { StreamRules } from '#contract/api/stream-rules.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    stream_rules: StreamRulesTable;
  }
}

/** Who may listen to a station; without a row, everyone may. */
export type StreamRulesTable = { station_key: StationKey } & StreamRules;
