import type { RoyaltyRecording, RoyaltyStats } from '#contract/api/royalty.ts';
import type { Naming } from './name-plays.ts';
import type { NamedPlay } from './station-performances.ts';

export type Recording = RoyaltyRecording;
type Totals = RoyaltyStats['apart']['jingles'];

/** Sums plays by recording; names that differ only in case are the same recording. */
export const gatherRecordings = () => {
  const recordings = new Map<string, Recording>();
  const apart = { jingle: nothing(), speech: nothing(), untitled: nothing() };
  return {
    apart,
    add(plays: readonly NamedPlay[]): void {
      for (const { named, performances, ms } of plays) {
        const entry = named.kind === 'recording' ? entryOf(recordings, named) : apart[named.kind];
        entry.plays++;
        entry.performances += performances;
        entry.listening_time += ms / 1000;
      }
    },
    /** Most performed first. */
    list: (): Recording[] =>
      [...recordings.values()].sort(
        (one, other) =>
          other.performances - one.performances ||
          other.plays - one.plays ||
          compare(one.artist, other.artist) ||
          compare(one.title, other.title),
      ),
  };
};

const nothing = (): Totals => ({ plays: 0, performances: 0, listening_time: 0 });
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const entryOf = (recordings: Map<string, Recording>, named: Naming): Recording => {
  const { artist, title, album, label, isrc, track, raw, corrected } = named;
  const key = `${artist.trim()}\n${title.trim()}\n${album.trim()}\n${label.trim()}\n${isrc.trim()}`.toLowerCase();
  const found = recordings.get(key);
  if (found) {
    found.track ??= track;
    return found;
  }
  const created = { artist, title, album, label, isrc, ...nothing(), track, raw, corrected };
  recordings.set(key, created);
  return created;
};

/** Whether SoundExchange can identify the recording: by its ISRC, or by album and label. */
export const hasIsrc = ({ isrc }: Pick<Recording, 'isrc'>): boolean => isrc !== '';
export const hasAlbumAndLabel = ({ album, label }: Pick<Recording, 'album' | 'label'>): boolean =>
  album !== '' && label !== '';
