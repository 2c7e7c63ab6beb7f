import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useMemo, useState } from 'react';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { AutoDj, AutoDjTrack } from '#contract/api/playout.ts';
import { keyAfter } from './arrange.ts';
import { useMoveTracks } from './queries.ts';

type Moves = {
  /** Position of each track, from 0. */
  places: ReadonlyMap<TrackKey, number>;
  move: (tracks: readonly AutoDjTrack[], to: number) => void;
  /** Describes the last move, for screen readers. */
  announcement: string;
};

/** Moves tracks of a playlist, also by drag. `to` is the new position of the first track, from 0. */
export const useMoves = (stationKey: StationKey, { playlist }: AutoDj): Moves => {
  const { mutate } = useMoveTracks(stationKey);
  const [announcement, setAnnouncement] = useState('');
  const keys = useMemo(() => playlist.map(({ key }) => key), [playlist]);
  const places = useMemo(() => new Map(keys.map((key, place) => [key, place])), [keys]);
  const move = (tracks: readonly AutoDjTrack[], to: number): void => {
    const [first] = tracks;
    if (!first || to < 0 || to >= keys.length) return;
    if (tracks.length === 1 && places.get(first.key) === to) return;
    const moving = tracks.map(({ key }) => key);
    mutate({ tracks: moving, before: keyAfter(keys, moving, to) });
    const subject = tracks.length === 1 ? first.title : `${tracks.length} tracks`;
    setAnnouncement(`${subject} moved to position ${to + 1} of ${keys.length}`);
  };
  useEffect(() =>
    monitorForElements({
      canMonitor: ({ source }) => source.data['playlist'] === stationKey,
      onDrop: ({ source, location }) => {
        const target = location.current.dropTargets[0];
        const from = places.get(source.data['key'] as TrackKey);
        const over = places.get(target?.data['key'] as TrackKey);
        if (!target || from === undefined || over === undefined) return;
        const place = over + (extractClosestEdge(target.data) === 'bottom' ? 1 : 0);
        const track = playlist[from];
        if (track) move([track], from < place ? place - 1 : place);
      },
    }),
  );
  return { places, move, announcement };
};
