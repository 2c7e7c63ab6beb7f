import type { StationDesired } from '#contract/engine.ts';
import type { StationHead } from '#streaming/bus/batch.ts';

/** Why listeners are refused while a station that runs has no sound. */
export const nothingPlays = 'Nothing is playing.';

/** What the listening side must know of a station; one that rests refuses listeners as one that is stopped. */
export function headOf(desired: StationDesired, isResting: boolean): StationHead {
  const { key, limits, account, mount, name, description, genre, website } = desired;
  return {
    station: key,
    account,
    mount,
    name,
    description,
    genre,
    website,
    public: desired.public,
    running: desired.running && !isResting,
    reason: desired.running && isResting ? nothingPlays : desired.reason,
    format: desired.format,
    burst_ms: desired.burst_ms,
    max_listeners: limits.listeners,
    max_per_address: limits.per_address ?? null,
    rules: limits.rules,
    outputs: desired.outputs,
    hls: desired.hls,
    log: desired.log,
    recordings: desired.recordings,
  };
}
