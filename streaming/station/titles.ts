import type { AutoDjItem, PlayEvent, StationDesired } from '#contract/engine/engine.ts';
import type { Bus } from '#streaming/bus/batch.ts';

export type Play = Pick<PlayEvent, 'source' | 'why' | 'skipped' | 'track' | 'title' | 'artist' | 'album'>;

export type Titles = {
  /** The number of the current title. */
  number(): number;
  text(): string;
  /** Publishes the title to listeners, once per change. */
  show(text: string, url: string): void;
  /** Records a play. */
  play(play: Play): void;
  /** Records that the Auto DJ skipped a track; only the first few in a row. */
  skip(item: AutoDjItem, reason: string): void;
  /** Records that a person skipped the rest of a track. */
  skipByHand(item: AutoDjItem, by: string): void;
};

const maxSkips = 10;

/** The titles of one station: numbered, so that each reaches listeners with its audio. */
export const createTitles = (
  station: Pick<StationDesired, 'key' | 'account'>,
  bus: Bus,
  record: (event: PlayEvent) => void,
): Titles => {
  let number = 0;
  let text = '';
  let skips = 0;

  const recordPlay = (play: Play): void =>
    record({ type: 'play', station: station.key, account: station.account, at: Date.now(), ...play });

  return {
    number: () => number,
    text: () => text,
    show(title, url) {
      if (title === text && number > 0) return;
      number++;
      text = title;
      bus.publish({ type: 'title', station: station.key, number, title, url });
    },
    play(play) {
      skips = 0;
      recordPlay(play);
    },
    skip({ key, title, artist, album }, reason) {
      skips++;
      if (skips <= maxSkips)
        recordPlay({ source: 'autodj', why: '', skipped: reason, track: key, title, artist, album });
    },
    skipByHand({ key, title, artist, album }, by) {
      const why = `skipped:${by}`;
      recordPlay({ source: 'autodj', why, skipped: 'by hand', track: key, title, artist, album });
    },
  };
};
