import { IconArrowsShuffle, IconSortAscendingLetters } from '@tabler/icons-react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDjTrack } from '#contract/api/playout.ts';
import { DropGroup, DropItem, DropMenu } from '#web/ui/menu/DropMenu.tsx';
import { useSortPlaylist } from './queries.ts';
import classes from './Playlist.module.css';

type SortMenuProps = { stationKey: StationKey; playlist: readonly AutoDjTrack[] };

const icon = { size: 16, 'aria-hidden': true } as const;
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares by the fields in order, A to Z; tracks without a value come last. The sort is stable. */
const by =
  (...fields: ('artist' | 'album' | 'title')[]) =>
  (one: AutoDjTrack, other: AutoDjTrack) => {
    for (const field of fields) {
      const order = Number(one[field] === '') - Number(other[field] === '') || compare(one[field], other[field]);
      if (order !== 0) return order;
    }
    return 0;
  };
const orders = [
  ['By artist', by('artist', 'album')],
  ['By title', by('title')],
  ['By album', by('album', 'artist')],
  ['Shortest first', (one: AutoDjTrack, other: AutoDjTrack) => one.duration - other.duration],
] as const;

/** Sorts or shuffles the whole playlist once; this can be undone. */
export const SortMenu = ({ stationKey, playlist }: SortMenuProps) => {
  const { mutate } = useSortPlaylist(stationKey);
  const apply = (tracks: readonly AutoDjTrack[]): void => mutate(tracks.map(({ key }) => key));
  return (
    <DropMenu
      label="Sort playlist"
      side="end"
      width={220}
      buttonClass={classes.sort}
      button={
        <>
          <IconSortAscendingLetters {...icon} /> Sort
        </>
      }
    >
      <DropGroup>
        {orders.map(([name, order]) => (
          <DropItem key={name} onClick={() => apply(playlist.toSorted(order))}>
            {name}
          </DropItem>
        ))}
      </DropGroup>
      <DropGroup>
        <DropItem icon={<IconArrowsShuffle {...icon} />} onClick={() => apply(shuffled(playlist))}>
          Shuffle once
        </DropItem>
      </DropGroup>
    </DropMenu>
  );
};

const shuffled = (tracks: readonly AutoDjTrack[]): AutoDjTrack[] =>
  tracks
    .map((track) => ({ track, rank: Math.random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ track }) => track);
