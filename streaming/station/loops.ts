import type { SourceEvent, StationDesired } from '#contract/engine/engine.ts';

export type Loops = {
  /** The station as it may run: without its master if that would create a loop. */
  apply(desired: StationDesired): StationDesired;
  /** Stations that were refused their master and may have it now; each is returned once. */
  takeReleased(): StationDesired[];
  remove(key: string): void;
};

/** Prevents loops of relays: the relay that would close a loop gets no master while it would. */
export const createLoops = (record: (event: SourceEvent) => void): Loops => {
  const masters = new Map<string, StationDesired['key']>();
  const refused = new Map<string, StationDesired>();

  const isLoop = ({ key, relay }: StationDesired): boolean => {
    let master = relay?.kind === 'station' ? relay.key : undefined;
    const seen = new Set<string>();
    while (master !== undefined && master !== key && !seen.has(master)) {
      seen.add(master);
      master = masters.get(master);
    }
    return master === key;
  };

  return {
    apply(desired) {
      const { key, account, relay } = desired;
      masters.delete(key);
      if (!isLoop(desired)) {
        refused.delete(key);
        if (relay?.kind === 'station') masters.set(key, relay.key);
        return desired;
      }
      const reason = 'Relay loop: its master relays this station.';
      const sourceFields = { source: 'relay', ip: '', user_agent: '' } as const;
      const event = {
        type: 'source',
        station: key,
        account,
        at: Date.now(),
        event: 'refused',
        reason,
        ...sourceFields,
      } as const;
      if (!refused.has(key)) record(event);
      refused.set(key, desired);
      return { ...desired, relay: undefined };
    },
    takeReleased() {
      const released = [...refused.values()].filter((desired) => !isLoop(desired));
      for (const { key } of released) refused.delete(key);
      return released;
    },
    remove(key) {
      masters.delete(key);
      refused.delete(key);
    },
  };
};
