import type { AutoDjItem, PlayEvent, StationDesired } from '#contract/engine.ts';
import type { Bus } from '#streaming/bus/batch.ts';

export type Play = Pick<PlayEvent, 'source' | 'why' | 'skipped' | 'track' | 'title' | 'artist' | 'album'>;

export type Titles = {
  /** The number of the title that holds now. */
  readonly number: number;
  readonly text: string;
  /** Tells listeners the title, once per change. */
  show(text: string, url: string): void;
  /** Tells who counts plays what plays. */
  play(play: Play): void;
  /** Tells them that the Auto DJ left a track out; only of the first few in a row. */
  skip(item: AutoDjItem, reason: string): void;
};

const mostSkips = 10;

/** The titles of one station: numbered, so that sound and title meet at the listener. */
export function createTitles(
  station: Pick<StationDesired, 'key' | 'account'>,
  bus: Bus,
  record: (event: PlayEvent) => void,
): Titles {
  let number = 0;
  let text = '';
  let skips = 0;

  const tell = (play: Play): void =>
    record({ type: 'play', station: station.key, account: station.account, at: Date.now(), ...play });

  return {
    get number() {
      return number;
    },
    get text() {
      return text;
    },
    show(title, url) {
      if (title === text && number > 0) return;
      number++;
      text = title;
      bus.publish({ type: 'title', station: station.key, number, title, url });
    },
    play(play) {
      skips = 0;
      tell(play);
    },
    skip({ key, title, artist, album }, reason) {
      skips++;
      if (skips <= mostSkips) tell({ source: 'autodj', why: '', skipped: reason, track: key, title, artist, album });
    },
  };
}

/** The title as listeners see it: `Artist - Title`, or the one there is. */
export function titleOf(track: { artist: string; title: string }): string {
  return [track.artist, track.title].filter((part) => part !== '').join(' - ');
}

/** What an encoder's one line of title says of artist and title. */
export function splitTitle(line: string): { artist: string; title: string } {
  const at = line.indexOf(' - ');
  if (at < 0) return { artist: '', title: line.trim() };
  return { artist: line.slice(0, at).trim(), title: line.slice(at + 3).trim() };
}
