import type { SourceEvent, StationDesired } from '#contract/engine/engine.ts';
import type { Bus, OnAir } from '#streaming/bus/batch.ts';
import { headOf } from './head.ts';
import type { Input } from './input.ts';
import type { StationsOptions } from './stations-options.ts';

/** What a station reports to the listening side and to the portal, besides its audio and titles. */
export type StationReports = {
  /** Publishes the station's head, once per change. */
  head(isResting: boolean): void;
  /** Disconnects all listeners. */
  drop(reason: string): void;
  /** Records what happened to a source. */
  source(event: SourceEvent['event'], reason: string, about: Pick<Input, 'kind' | 'url' | 'hello'>): void;
};

type Options = {
  bus: Bus;
  desired(): StationDesired;
  onAir(): OnAir | undefined;
  record: StationsOptions['record'];
};

export const createStationReports = ({ bus, desired, onAir, record }: Options): StationReports => {
  let published: string | undefined;
  return {
    head(isResting) {
      const head = headOf(desired(), isResting, onAir());
      const text = JSON.stringify(head);
      if (text === published) return;
      published = text;
      bus.publish({ type: 'head', head });
    },
    drop: (reason) => bus.publish({ type: 'drop', station: desired().key, reason }),
    source(event, reason, { kind, url, hello: { ip, user_agent } }) {
      const { key, account } = desired();
      const about = { source: kind, source_url: url, ip, user_agent };
      record({ type: 'source', station: key, account, at: Date.now(), event, reason, ...about });
    },
  };
};
