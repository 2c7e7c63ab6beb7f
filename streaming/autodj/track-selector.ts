import type { AutoDjItem, AutoDjRules, DayPart, StationDesired } from '#contract/engine.ts';
import { dayPartAt } from '#shared/day-parts.ts';
import { pick, type Barred } from './pick.ts';
import { separation, type Play } from './separation.ts';
import { beforeFirst, createTrackList, type ListPosition, type TrackList } from './track-list.ts';

/** How far each list has been played. Immutable, so that upcoming tracks can be predicted without playing them. */
export type Progress = {
  readonly playlist: ListPosition;
  readonly jingles: ListPosition;
  /** By the id of the daypart. */
  readonly parts: Readonly<Record<string, ListPosition>>;
  /** Tracks since the last jingle. */
  readonly since: number;
  /** The last track that was not a jingle; undefined before the first. */
  readonly last: AutoDjItem['key'] | undefined;
};

export const initialProgress: Progress = {
  playlist: beforeFirst,
  jingles: beforeFirst,
  parts: {},
  since: 0,
  last: undefined,
};

/**
 * `list`: `playlist`, `jingles`, the id of a daypart, or `queue` with the id of the request in `queued`. `why` as in a
 * PlayEvent.
 */
export type Choice = { item: AutoDjItem; list: string; why: string; after: Progress; queued?: string };

export type TrackSelector = {
  set(autodj: StationDesired['autodj']): void;
  /**
   * Selects the track for `at` (ms), given the plays so far and `failed` unreadable tracks since; undefined when there
   * is none.
   */
  choose(progress: Progress, plays: readonly Play[], at: number, failed?: number): Choice | undefined;
  /** Adjusts the progress to the current lists. */
  adjust(progress: Progress): Progress;
  /** A track of one of the lists. */
  find(list: string, key: string): AutoDjItem | undefined;
  /** Every track of every list. */
  all(): AutoDjItem[];
  readonly rules: AutoDjRules;
  /** Whether the selection depends on more than the playlist. */
  readonly hasRules: boolean;
  readonly length: number;
};

const noRules: AutoDjRules = {
  timezone: 'UTC',
  jingle_every: 0,
  day_parts: [],
  artist_minutes: 0,
  title_minutes: 0,
  mix_offset: 0,
  mix_speed: 0,
};

/**
 * Selects the tracks of a station: a jingle when one is due, else a track of the active daypart, else of the playlist.
 */
export function createTrackSelector(seed: string): TrackSelector {
  const playlist = createTrackList(seed);
  const jingles = createTrackList(seed);
  let parts: (DayPart & { list: TrackList })[] = [];
  let desired: StationDesired['autodj'] | undefined;
  let rules = noRules;
  let length = 0;

  function openPart(part: DayPart, byKey: Map<string, AutoDjItem>, shuffle: boolean) {
    const list = createTrackList(`${seed}:${part.id}`);
    list.set(
      part.tracks.flatMap((key) => byKey.get(key) ?? []),
      shuffle,
    );
    return { ...part, list };
  }

  function chooseJingle(progress: Progress): Choice | undefined {
    const isDue = rules.jingle_every > 0 && progress.since >= rules.jingle_every;
    const picked = isDue ? pick(jingles, progress.jingles, undefined) : undefined;
    const after = picked && { ...progress, jingles: picked.place, since: 0 };
    return after && { item: picked.item, list: 'jingles', why: 'jingle', after };
  }

  /** In shuffle, no track plays twice in a row. */
  function withoutRepeats(list: TrackList, progress: Progress, separated: Barred | undefined): Barred | undefined {
    if (!list.isShuffled || list.length < 2) return separated;
    return (item) => separated?.(item) ?? (item.key === progress.last ? Infinity : undefined);
  }

  function chooseMusic(progress: Progress, plays: readonly Play[], at: number, failed: number): Choice | undefined {
    const active = dayPartAt(parts, rules.timezone, at);
    const part = active && failed <= active.list.length ? active : undefined;
    const list = part?.list ?? playlist;
    const place = part ? (progress.parts[part.id] ?? beforeFirst) : progress.playlist;
    const separated = separation(rules, plays, at);
    const picked = pick(list, place, withoutRepeats(list, progress, separated));
    if (!picked) return undefined;
    const { item } = picked;
    const counted = { ...progress, since: progress.since + 1, last: item.key };
    const isMoved = picked.isMoved && separated !== undefined;
    if (!part) {
      const why =
        progress.last === undefined ? 'first' : isMoved ? 'separation' : list.isShuffled ? 'shuffle' : 'order';
      return { item, list: 'playlist', why, after: { ...counted, playlist: picked.place } };
    }
    const after = { ...counted, parts: { ...progress.parts, [part.id]: picked.place } };
    return { item, list: part.id, why: `daypart:${part.id}`, after };
  }

  return {
    set(autodj) {
      rules = autodj.rules ?? noRules;
      desired = autodj;
      playlist.set(autodj.items.every(isMusic) ? autodj.items : autodj.items.filter(isMusic), autodj.shuffle);
      jingles.set(autodj.jingles ?? [], false);
      const partItems = rules.day_parts.length > 0 ? [...autodj.items, ...(autodj.others ?? [])].filter(isMusic) : [];
      const byKey = new Map(partItems.map((item) => [item.key, item]));
      const opened = rules.day_parts.map((part) => openPart(part, byKey, autodj.shuffle));
      parts = opened.filter(({ list }) => list.length > 0);
      length = parts.reduce((sum, { list }) => sum + list.length, playlist.length + jingles.length);
    },
    choose: (progress, plays, at, failed = 0) => chooseJingle(progress) ?? chooseMusic(progress, plays, at, failed),
    adjust(progress) {
      const adjusted = parts.flatMap(({ id, list }) => {
        const place = progress.parts[id];
        return place ? [[id, list.adjust(place)] as const] : [];
      });
      return {
        ...progress,
        playlist: playlist.adjust(progress.playlist),
        jingles: jingles.adjust(progress.jingles),
        parts: Object.fromEntries(adjusted),
      };
    },
    find(list, key) {
      if (list === 'playlist') return playlist.find(key);
      if (list === 'jingles') return jingles.find(key);
      return parts.find(({ id }) => id === list)?.list.find(key);
    },
    all: () => (desired ? [...desired.items, ...(desired.others ?? []), ...(desired.jingles ?? [])] : []),
    get rules() {
      return rules;
    },
    get hasRules() {
      const { jingle_every, artist_minutes, title_minutes } = rules;
      return rules.day_parts.length > 0 || jingle_every > 0 || artist_minutes > 0 || title_minutes > 0;
    },
    get length() {
      return length;
    },
  };
}

function isMusic(item: AutoDjItem): boolean {
  return item.kind !== 'jingle';
}
