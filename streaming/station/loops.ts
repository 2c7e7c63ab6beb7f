import type { SourceEvent, StationDesired } from '#contract/engine.ts';

export type Loops = {
  /** The station as it may be: without its master where that would hear itself. */
  open(desired: StationDesired): StationDesired;
  /** Those who were refused their master and may have it now; each is told once. */
  opened(): StationDesired[];
  remove(key: string): void;
};

/** Keeps relays of each other from hearing themselves: the one that would close a loop has no master for as long as it would. */
export function createLoops(record: (event: SourceEvent) => void): Loops {
  const masters = new Map<string, StationDesired['key']>();
  const refused = new Map<string, StationDesired>();

  function isLoop({ key, relay }: StationDesired): boolean {
    let above = relay?.kind === 'station' ? relay.key : undefined;
    const seen = new Set<string>();
    while (above !== undefined && above !== key && !seen.has(above)) {
      seen.add(above);
      above = masters.get(above);
    }
    return above === key;
  }

  return {
    open(desired) {
      const { key, account, relay } = desired;
      masters.delete(key);
      if (!isLoop(desired)) {
        refused.delete(key);
        if (relay?.kind === 'station') masters.set(key, relay.key);
        return desired;
      }
      const reason = 'Its master relays this station itself.';
      const who = { source: 'relay', ip: '', user_agent: '' } as const;
      const event = {
        type: 'source',
        station: key,
        account,
        at: Date.now(),
        event: 'refused',
        reason,
        ...who,
      } as const;
      if (!refused.has(key)) record(event);
      refused.set(key, desired);
      return { ...desired, relay: undefined };
    },
    opened() {
      const now = [...refused.values()].filter((desired) => !isLoop(desired));
      for (const { key } of now) refused.delete(key);
      return now;
    },
    remove(key) {
      masters.delete(key);
      refused.delete(key);
    },
  };
}
