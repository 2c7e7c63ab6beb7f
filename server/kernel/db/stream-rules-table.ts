import type { StreamRules } from '#contract/stream-rules.ts';
import type { StationKey } from '#contract/keys.ts';

/** Who may listen to a station; without a row, everyone may. */
export type StreamRulesTable = { station_key: StationKey } & StreamRules;
