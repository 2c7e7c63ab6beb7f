import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineListener } from './engine-events.ts';

/** Where Auto DJs are, as the engines last said: the portal sends it to a station's next engine when it moves (ADR 94). */
export const createPositions = () => {
  const latest = new Map<StationKey, AutoDjPosition>();
  const listener: EngineListener = {
    connected: () => undefined,
    lost: () => undefined,
    // A station that is switched off, or is another's, may have been deleted.
    state: ({ key, status }) => void (status === 'inactive' && latest.delete(key)),
    positions: (all) => all.forEach(({ station, position }) => latest.set(station, position)),
  };
  return { listener, of: (key: StationKey): AutoDjPosition | undefined => latest.get(key) };
};
