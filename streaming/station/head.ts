import type { StationDesired } from '#contract/engine/engine.ts';
import type { OnAir, StationHead } from '#streaming/bus/batch.ts';

/** Why listeners are refused while a running station has no audio. */
export const nothingPlays = 'Nothing is playing.';

/** The station's data for the listening side; a resting station refuses listeners like a stopped one. */
export const headOf = (desired: StationDesired, isResting: boolean, onAir: OnAir | undefined): StationHead => {
  const { key, limits, account, mount, name, description, genre, website } = desired;
  return {
    station: key,
    account,
    mount,
    name,
    description,
    epoch: desired.epoch,
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
    on_air: onAir,
    log: desired.log,
    recordings: desired.recordings,
    calls: desired.calls,
  };
};
