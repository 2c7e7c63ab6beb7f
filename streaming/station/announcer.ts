import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import type { Input } from './input.ts';
import { splitTitle, titleOf, type Titles } from './titles.ts';

export type Announcer = {
  /** A track of the Auto DJ begins, or is heard again; why it was chosen. */
  track(item: AutoDjItem, why: string): void;
  /** A sender is heard, or tells another title. */
  sender(input: Input): void;
  /** Nobody tells a title. */
  idle(): void;
  /** When the Auto DJ's track was told, ms since the epoch. */
  readonly trackStarted: number | null;
  reset(): void;
};

/** What listeners, and whoever counts plays, are told of what is heard. */
export function createAnnouncer(desired: () => StationDesired, titles: Titles): Announcer {
  let trackStarted: number | null = null;

  return {
    track(item, why) {
      trackStarted = Date.now();
      titles.show(titleOf(item), '');
      const { key, title, artist, album } = item;
      titles.play({ source: 'autodj', why, track: key, title, artist, album });
    },
    sender({ kind, title, link, hello }) {
      const { idle_title, name } = desired();
      titles.show(title || idle_title || hello.name || name, link);
      titles.play({ source: kind, track: null, album: '', ...splitTitle(title) });
    },
    idle() {
      const { idle_title, name } = desired();
      titles.show(idle_title || name, '');
    },
    get trackStarted() {
      return trackStarted;
    },
    reset() {
      trackStarted = null;
    },
  };
}
