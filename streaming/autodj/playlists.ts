import type { AutoDjItem, AutoDjRules, EnginePlaylist, StationDesired } from '#contract/engine/engine.ts';
import { dayPartAt } from '#shared/day-parts.ts';
import { createTrackList, type ListPosition, type TrackList } from './track-list.ts';

/** A list that may play now, by itself or in turn with others. */
export type ActiveList = { id: string; weight: number; list: TrackList; isAlone?: true };

type Positions = Readonly<Record<string, ListPosition>>;
type Opened = EnginePlaylist & { list: TrackList };

export type Playlists = {
  set(autodj: StationDesired['autodj']): void;
  /** The playlist that plays alone at `at` (ms). */
  alone(timezone: string, at: number): ActiveList | undefined;
  /** Those that share the time at `at`, in their order. */
  mixed(timezone: string, at: number): ActiveList[];
  adjust(positions: Positions): Positions;
  find(id: string, key: string): AutoDjItem | undefined;
  isAny(): boolean;
  /** The sum of their tracks. */
  length(): number;
};

/** The playlists of a station beside its own one; those without a track never play. */
export const createPlaylists = (seed: string): Playlists => {
  let lists: Opened[] = [];
  let exclusive: (EnginePlaylist['hours'][number] & { of: Opened })[] = [];
  let isAny = false;

  const open = (playlist: EnginePlaylist, byKey: ReadonlyMap<string, AutoDjItem>): Opened => {
    const list = createTrackList(`${seed}:${playlist.id}`);
    list.set(
      playlist.tracks.flatMap((key) => byKey.get(key) ?? []),
      playlist.shuffle,
    );
    return { ...playlist, list };
  };

  return {
    set(autodj) {
      const wanted = playlistsOf(autodj.rules, autodj.shuffle);
      const items = wanted.length > 0 ? [...autodj.items, ...(autodj.others ?? [])] : [];
      const byKey = new Map(items.flatMap((item) => (item.kind === 'jingle' ? [] : [[item.key, item] as const])));
      isAny = wanted.length > 0;
      lists = wanted.map((playlist) => open(playlist, byKey)).filter(({ list }) => list.length() > 0);
      exclusive = lists.filter((one) => one.exclusive).flatMap((of) => of.hours.map((hours) => ({ ...hours, of })));
    },
    alone(timezone, at) {
      const of = dayPartAt(exclusive, timezone, at)?.of;
      return of && { id: of.id, weight: of.weight, list: of.list, isAlone: true };
    },
    mixed: (timezone, at) =>
      lists.filter((one) => !one.exclusive && (one.hours.length === 0 || dayPartAt(one.hours, timezone, at))),
    adjust(positions) {
      const adjusted = lists.flatMap(({ id, list }) => {
        const place = positions[id];
        return place ? [[id, list.adjust(place)] as const] : [];
      });
      return Object.fromEntries(adjusted);
    },
    find: (id, key) => lists.find((one) => one.id === id)?.list.find(key),
    isAny: () => isAny,
    length: () => lists.reduce((sum, { list }) => sum + list.length(), 0),
  };
};

/** The playlists of the rules. A daypart is a playlist that plays alone in its hours, shuffled with the station's own one. */
const playlistsOf = (rules: AutoDjRules | undefined, shuffle: boolean): readonly EnginePlaylist[] => {
  if (rules?.playlists) return rules.playlists;
  return (rules?.day_parts ?? []).map(({ days, from, to, ...part }) => ({
    ...part,
    weight: 1,
    shuffle,
    exclusive: true,
    hours: [{ days, from, to }],
  }));
};
