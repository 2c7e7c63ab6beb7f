import type { StreamRules } from '#contract/stream-rules.ts';
import type { StationKey } from '#contract/keys.ts';

/** Who may listen to a station; one without a row is everybody's. */
export type StreamRulesTable = { station_key: StationKey } & StreamRules;
