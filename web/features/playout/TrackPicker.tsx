import { Button, Checkbox, Group, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { count, duration } from '#web/lib/format.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { libraryTracksQuery } from '#web/parts/library-queries.ts';
import classes from './TrackPicker.module.css';

/** A selected track. */
export type PickedTrack = { key: TrackKey; title: string; artist: string; duration: number };

type TrackPickerProps = {
  stationKey: StationKey;
  /** In the order of selection. */
  picked: readonly PickedTrack[];
  onChange: (picked: PickedTrack[]) => void;
  /** Tracks that are already added and cannot be selected. */
  without?: ReadonlySet<string>;
};

/** Selects tracks from a station's library, with search. */
export const TrackPicker = ({ stationKey, picked, onChange, without = new Set() }: TrackPickerProps) => {
  const [search, setSearch] = useState('');
  const [searchText] = useDebouncedValue(search.trim(), 200);
  const results = useInfiniteQuery(libraryTracksQuery(stationKey, searchText));
  const tracks = (results.data?.pages ?? [])
    .flatMap((page) => page.tracks)
    .map(({ key, metadata, duration: seconds }): PickedTrack => ({ key, ...metadata, duration: seconds }));
  const selectable = tracks.filter(({ key }) => !without.has(key));
  const chosen = new Set(picked.map(({ key }) => key));
  const isAll = selectable.length > 0 && selectable.every(({ key }) => chosen.has(key));
  const toggle = (track: PickedTrack): void =>
    onChange(chosen.has(track.key) ? picked.filter(({ key }) => key !== track.key) : [...picked, track]);
  const toggleAll = (): void => {
    const selectableKeys = new Set(selectable.map(({ key }) => key));
    onChange([
      ...picked.filter(({ key }) => !isAll || !selectableKeys.has(key)),
      ...(isAll ? [] : selectable.filter(({ key }) => !chosen.has(key))),
    ]);
  };
  return (
    <div>
      <TextInput
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder="Title, artist or album"
        aria-label="Search library"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Group justify="space-between" mt="sm" mb={6} wrap="nowrap">
        <Checkbox
          label="Select all shown"
          checked={isAll}
          indeterminate={!isAll && selectable.some(({ key }) => chosen.has(key))}
          onChange={toggleAll}
          disabled={selectable.length === 0}
        />
        <Text size="sm" fw={600} role="status">
          {count(picked.length, 'track')} selected
        </Text>
      </Group>
      <ScrollArea.Autosize
        mah={300}
        type="auto"
        className={classes.list}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Library tracks' }}
      >
        {!results.data && <ScreenSkeleton />}
        {tracks.map((track) => (
          <Checkbox
            key={track.key}
            className={classes.row}
            checked={chosen.has(track.key) || without.has(track.key)}
            disabled={without.has(track.key)}
            onChange={() => toggle(track)}
            label={<TrackLabel track={track} isAdded={without.has(track.key)} />}
          />
        ))}
        {results.data && tracks.length === 0 && (
          <Text c="dimmed" ta="center" py="lg">
            {searchText === ''
              ? 'The library is empty. Upload music under “Playlist” first.'
              : 'No tracks match your search.'}
          </Text>
        )}
        {results.hasNextPage && (
          <Group justify="center" p="xs">
            <Button
              variant="subtle"
              size="xs"
              loading={results.isFetchingNextPage}
              onClick={() => void results.fetchNextPage()}
            >
              Show more
            </Button>
          </Group>
        )}
      </ScrollArea.Autosize>
    </div>
  );
};

const TrackLabel = ({ track, isAdded }: { track: PickedTrack; isAdded: boolean }) => (
  <span className={classes.words}>
    <span>
      {track.title}
      {track.artist !== '' && <span className={classes.artist}> · {track.artist}</span>}
      {isAdded && <span className={classes.artist}> (already added)</span>}
    </span>
    <span className={`${classes.artist} numbers`}>{duration(track.duration)}</span>
  </span>
);
