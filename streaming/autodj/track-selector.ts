import type { AutoDjItem, AutoDjRules, StationDesired } from '#contract/engine/engine.ts';
import { createPlaylists, type ActiveList } from './playlists.ts';
import { pick, type Barred } from './pick.ts';
import { turns, type Credits } from './rotation.ts';
import { separation, type Play } from './separation.ts';
import { beforeFirst, createTrackList, type ListPosition, type TrackList } from './track-list.ts';

/** How far each list has been played. Immutable, so that upcoming tracks can be predicted without playing them. */
export type Progress = {
  readonly playlist: ListPosition;
  readonly jingles: ListPosition;
  /** Of the other playlists, by their ids. */
  readonly playlists: Readonly<Record<string, ListPosition>>;
  /** How the playlists share the time. */
  readonly credits: Credits;
  /** Tracks since the last jingle. */
  readonly since: number;
  /** The last track that was not a jingle; undefined before the first. */
  readonly last: AutoDjItem['key'] | undefined;
};

export const initialProgress: Progress = {
  playlist: beforeFirst,
  jingles: beforeFirst,
  playlists: {},
  credits: {},
  since: 0,
  last: undefined,
};

/**
 * `list`: `playlist`, `jingles`, the id of another playlist, `queue` with the id of the request in `queued`, or `substitute` for a
 * track whose file was not there. `why` as in a PlayEvent.
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
  rules(): AutoDjRules;
  /** Whether the selection depends on more than the playlist. */
  hasRules(): boolean;
  length(): number;
};

const noRules: AutoDjRules = {
  timezone: 'UTC',
  jingle_every: 0,
  artist_minutes: 0,
  title_minutes: 0,
  mix_offset: 0,
  mix_speed: 0,
};

/**
 * Selects the tracks of a station: a jingle when one is due, else a track of the playlist that plays alone now, else of those
 * that share the time. Artists and titles are separated across all of them.
 */
export const createTrackSelector = (seed: string): TrackSelector => {
  const playlist = createTrackList(seed);
  const jingles = createTrackList(seed);
  const others = createPlaylists(seed);
  let desired: StationDesired['autodj'] | undefined;
  let rules = noRules;
  let length = 0;

  const chooseJingle = (progress: Progress): Choice | undefined => {
    const isDue = rules.jingle_every > 0 && progress.since >= rules.jingle_every;
    const picked = isDue ? pick(jingles, progress.jingles, undefined) : undefined;
    const after = picked && { ...progress, jingles: picked.place, since: 0 };
    return after && { item: picked.item, list: 'jingles', why: 'jingle', after };
  };

  /** The lists that may play at `at`; after `failed` unreadable tracks in a row not those that may have no other tracks. */
  const activeLists = (at: number, failed: number): ActiveList[] => {
    const own = { id: 'playlist', weight: rules.playlist_weight ?? 1, list: playlist };
    const hasFailed = ({ list }: ActiveList): boolean => failed > list.length();
    const alone = others.alone(rules.timezone, at);
    if (alone && !hasFailed(alone)) return [alone];
    const mixed = others.mixed(rules.timezone, at);
    const all = [own, ...mixed].filter(({ weight, list }) => weight > 0 && list.length() > 0);
    const readable = all.filter((one) => !hasFailed(one));
    if (readable.length > 0) return readable;
    if (playlist.length() > 0 && !hasFailed(own)) return [own];
    return all.length > 0 ? all : [alone ?? own];
  };

  /** In shuffle, and where several lists have the same track, no track plays twice in a row. */
  const withoutRepeats = (
    list: TrackList,
    progress: Progress,
    separated: Barred | undefined,
    isMixed: boolean,
  ): Barred | undefined => {
    if ((!list.isShuffled() && !isMixed) || list.length() < 2) return separated;
    return (item) => separated?.(item) ?? (item.key === progress.last ? Infinity : undefined);
  };

  const chooseMusic = (progress: Progress, plays: readonly Play[], at: number, failed: number): Choice | undefined => {
    const lists = activeLists(at, failed);
    const separated = separation(rules, plays, at);
    let barred: Choice | undefined;
    for (const { list: active, after } of turns(lists, progress.credits)) {
      const { id, list } = active;
      const place = (id === 'playlist' ? progress.playlist : progress.playlists[id]) ?? beforeFirst;
      const picked = pick(list, place, withoutRepeats(list, progress, separated, lists.length > 1));
      if (!picked) continue;
      const credits = active.isAlone ? progress.credits : after;
      const counted = { ...progress, credits, since: progress.since + 1, last: picked.item.key };
      const why = reasonOf(active, progress, picked.isMoved && separated !== undefined);
      const choice = { item: picked.item, list: id, why, after: played(counted, id, picked.place) };
      if (!picked.isBarred) return choice;
      barred ??= choice;
    }
    return barred;
  };

  return {
    set(autodj) {
      rules = autodj.rules ?? noRules;
      desired = autodj;
      playlist.set(autodj.items.every(isMusic) ? autodj.items : autodj.items.filter(isMusic), autodj.shuffle);
      jingles.set(autodj.jingles ?? [], false);
      others.set(autodj);
      length = playlist.length() + jingles.length() + others.length();
    },
    choose: (progress, plays, at, failed = 0) => chooseJingle(progress) ?? chooseMusic(progress, plays, at, failed),
    adjust(progress) {
      return {
        ...progress,
        playlist: playlist.adjust(progress.playlist),
        jingles: jingles.adjust(progress.jingles),
        playlists: others.adjust(progress.playlists),
      };
    },
    find(list, key) {
      if (list === 'playlist') return playlist.find(key);
      if (list === 'jingles') return jingles.find(key);
      return others.find(list, key);
    },
    all: () => (desired ? [...desired.items, ...(desired.others ?? []), ...(desired.jingles ?? [])] : []),
    rules: () => rules,
    hasRules() {
      const { jingle_every, artist_minutes, title_minutes } = rules;
      return others.isAny() || jingle_every > 0 || artist_minutes > 0 || title_minutes > 0;
    },
    length: () => length,
  };
};

const played = (progress: Progress, id: string, place: ListPosition): Progress => {
  if (id === 'playlist') return { ...progress, playlist: place };
  return { ...progress, playlists: { ...progress.playlists, [id]: place } };
};

const reasonOf = ({ id, list }: ActiveList, { last }: Progress, isMoved: boolean): string => {
  if (id !== 'playlist') return `playlist:${id}`;
  if (last === undefined) return 'first';
  if (isMoved) return 'separation';
  return list.isShuffled() ? 'shuffle' : 'order';
};

const isMusic = (item: AutoDjItem): boolean => item.kind !== 'jingle';
