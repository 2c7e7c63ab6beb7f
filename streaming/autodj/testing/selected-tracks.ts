import type { AutoDjItem, AutoDjRules, StationDesired } from '#contract/engine/engine.ts';
import { readProgress, saveProgress } from '../saved-progress.ts';
import { addPlay, readPlays, type Play } from '../separation.ts';
import { createTrackSelector, initialProgress, type Progress, type TrackSelector } from '../track-selector.ts';

/* Stations for tests of the track selection, which play what it chooses without any audio. */

type Key = AutoDjItem['key'];
export const minute = 60_000;
/** Sunday, 1 March 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 2, 1, 12);

export const track = (name: string, artist = `Artist of ${name}`, minutes = 3): AutoDjItem => ({
  key: `t-${name.padStart(9, '0')}` as Key,
  path: name,
  title: `Title ${name}`,
  artist,
  album: '',
  duration_ms: minutes * minute,
});
export const tracks = (letters: string): AutoDjItem[] => [...letters].map((letter) => track(letter));
export const rules = (some: Partial<AutoDjRules>): AutoDjRules => ({
  timezone: 'UTC',
  jingle_every: 0,
  artist_minutes: 0,
  title_minutes: 0,
  mix_offset: 0,
  mix_speed: 0,
  ...some,
});
export const wanted = (
  items: AutoDjItem[],
  more: Partial<StationDesired['autodj']> = {},
): StationDesired['autodj'] => ({
  items,
  shuffle: false,
  generation: 1,
  ...more,
});

/** A station that plays what its track selector chooses, each track to its end. */
export const station = (autodj: StationDesired['autodj'], seed = 's-1') => {
  const selector = createTrackSelector(seed);
  selector.set(autodj);
  return playing(selector, initialProgress, [], noon);
};

export const playing = (selector: TrackSelector, from: Progress, history: readonly Play[], start: number) => {
  let [progress, plays, at] = [from, history, start];
  let last: { list: string; why: string; after: Progress } | undefined;
  return {
    selector,
    play(count: number): { name: string; why: string; at: number }[] {
      return Array.from({ length: count }, () => {
        const choice = selector.choose(progress, plays, at);
        if (!choice) return { name: '', why: '', at };
        last = choice;
        progress = choice.after;
        if (choice.list !== 'jingles') plays = addPlay(plays, choice.item, at, selector.rules());
        at += choice.item.duration_ms;
        return { name: choice.item.path, why: choice.why, at: at - choice.item.duration_ms };
      });
    },
    names(count: number): string {
      return this.play(count)
        .map(({ name }) => name)
        .join('');
    },
    change(autodj: StationDesired['autodj']): void {
      selector.set(autodj);
      progress = selector.adjust(progress);
    },
    /** Restarts from the engine's snapshot. */
    restarted(autodj: StationDesired['autodj'], seed = 's-1') {
      const saved = JSON.parse(JSON.stringify(saveProgress(last!, plays)));
      const fresh = createTrackSelector(seed);
      fresh.set(autodj);
      const { track: key, index, round } = progress.playlist;
      const back = fresh.adjust(readProgress({ track: key, index, round }, saved));
      return playing(fresh, back, readPlays(saved.plays, fresh.all()), at);
    },
    get at() {
      return at;
    },
  };
};
