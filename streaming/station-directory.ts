import type { StationDesired, StationState } from '#contract/engine/engine.ts';
import type { AirState, StationKey } from '#streaming/base/station-state.ts';
import type { RemoteCalls } from '#streaming/calls/remote-calls.ts';
import type { Monitor } from '#streaming/monitor/monitor.ts';
import type { EngineStations } from '#streaming/station/stations.ts';
import type { AllListeners } from './all-listeners.ts';

/** The stations of an engine, each with what its parts know of it. */
export type StationDirectory = {
  /** The parts that know stations. */
  join(parts: Parts): void;
  keys(): StationKey[];
  desired(key: StationKey): StationDesired | undefined;
  state(key: string): StationState | undefined;
  states(): StationState[];
  /** The whole state of a station whose audio path is in this one. */
  stateOf(air: AirState): StationState;
};

type Parts = { air: EngineStations; monitor: Monitor; calls: Pick<RemoteCalls, 'callers'> };

/** Starts without stations. */
export const createStationDirectory = (listeners: Pick<AllListeners, 'count'>): StationDirectory => {
  let parts: Parts | undefined;
  const stateOf = (air: AirState): StationState => ({
    ...air,
    ...parts?.monitor.stateOf(air.key),
    epoch: parts?.air.desired(air.key)?.epoch,
    listeners: listeners.count(air.key),
    callers: parts?.calls.callers(air.key),
  });
  return {
    join: (joined) => void (parts = joined),
    keys: () => parts?.air.states().map(({ key }) => key) ?? [],
    desired: (key) => parts?.air.desired(key),
    state(key) {
      const found = parts?.air.state(key as StationKey);
      return found && stateOf(found);
    },
    states: () => parts?.air.states().map(stateOf) ?? [],
    stateOf,
  };
};
