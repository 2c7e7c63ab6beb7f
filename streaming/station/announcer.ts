import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import type { Input } from './input.ts';
import { splitTitle, titleOf } from '#streaming/base/titles.ts';
import { type Titles } from './titles.ts';

export type Announcer = {
  /** An Auto DJ track starts, or plays again after another source; `why` it was selected. */
  track(item: AutoDjItem, why: string): void;
  /** A sender goes on the air, or changes its title. */
  sender(input: Input): void;
  /** A break of the Auto DJ begins: its jingles are no tracks. */
  pause(): void;
  /** No source has a title. */
  idle(): void;
  /** When the Auto DJ's track was announced, ms since the epoch. */
  trackStarted(): number | null;
  reset(): void;
};

/** Announces what plays to listeners and to the play history. */
export const createAnnouncer = (desired: () => StationDesired, titles: Titles): Announcer => {
  let trackStarted: number | null = null;

  return {
    track(item, why) {
      trackStarted = Date.now();
      titles.show(titleOf(item), '');
      const { key, title, artist, album } = item;
      titles.play({ source: 'autodj', why, track: key, title, artist, album });
    },
    sender({ kind, title, link, hello }) {
      const { idle_title, name, presenters } = desired();
      const presenter = presenters?.list.find(({ id }) => id === hello.presenter);
      titles.show(title || presenter?.name || idle_title || hello.name || name, link);
      titles.play({ source: kind, track: null, album: '', ...splitTitle(title) });
    },
    pause() {
      const { idle_title, name } = desired();
      titles.show(idle_title || name, '');
      titles.play({ source: 'autodj', why: 'break', track: null, title: '', artist: '', album: '' });
    },
    idle() {
      const { idle_title, name } = desired();
      titles.show(idle_title || name, '');
    },
    trackStarted: () => trackStarted,
    reset() {
      trackStarted = null;
    },
  };
};
