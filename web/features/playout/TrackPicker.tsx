import { Button, Checkbox, Group, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { count, duration } from '#web/lib/format.ts';
import { Waiting } from '#web/ui/Waiting.tsx';
import { libraryTracksQuery } from './library-queries.ts';
import classes from './TrackPicker.module.css';

/** What is known of a chosen track. */
export type Picked = { key: TrackKey; title: string; artist: string; duration: number };

type TrackPickerProps = {
  stationKey: StationKey;
  /** In the order they were chosen. */
  picked: readonly Picked[];
  onChange: (picked: Picked[]) => void;
  /** Those that can't be chosen, as they are there already. */
  without?: ReadonlySet<string>;
};

/** Chooses tracks of a station's library, by searching it. */
export const TrackPicker = ({ stationKey, picked, onChange, without = new Set() }: TrackPickerProps) => {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 200);
  const found = useInfiniteQuery(libraryTracksQuery(stationKey, asked));
  const tracks = (found.data?.pages ?? [])
    .flatMap((page) => page.tracks)
    .map(({ key, metadata, duration: seconds }): Picked => ({ key, ...metadata, duration: seconds }));
  const free = tracks.filter(({ key }) => !without.has(key));
  const chosen = new Set(picked.map(({ key }) => key));
  const isAll = free.length > 0 && free.every(({ key }) => chosen.has(key));
  const toggle = (track: Picked): void =>
    onChange(chosen.has(track.key) ? picked.filter(({ key }) => key !== track.key) : [...picked, track]);
  const toggleAll = (): void => {
    const these = new Set(free.map(({ key }) => key));
    onChange([
      ...picked.filter(({ key }) => !isAll || !these.has(key)),
      ...(isAll ? [] : free.filter(({ key }) => !chosen.has(key))),
    ]);
  };
  return (
    <div>
      <TextInput
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder="Title, artist or album"
        aria-label="Search the library"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Group justify="space-between" mt="sm" mb={6} wrap="nowrap">
        <Checkbox
          label="All shown here"
          checked={isAll}
          indeterminate={!isAll && free.some(({ key }) => chosen.has(key))}
          onChange={toggleAll}
          disabled={free.length === 0}
        />
        <Text size="sm" fw={600} role="status">
          {count(picked.length, 'track')} chosen
        </Text>
      </Group>
      <ScrollArea.Autosize
        mah={300}
        type="auto"
        className={classes.list}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Tracks of the library' }}
      >
        {!found.data && <Waiting />}
        {tracks.map((track) => (
          <Checkbox
            key={track.key}
            className={classes.row}
            checked={chosen.has(track.key) || without.has(track.key)}
            disabled={without.has(track.key)}
            onChange={() => toggle(track)}
            label={<TrackWords track={track} isThere={without.has(track.key)} />}
          />
        ))}
        {found.data && tracks.length === 0 && (
          <Text c="dimmed" ta="center" py="lg">
            {asked === ''
              ? 'The library is empty. Upload music under “Playlist” first.'
              : 'No track bears these words.'}
          </Text>
        )}
        {found.hasNextPage && (
          <Group justify="center" p="xs">
            <Button
              variant="subtle"
              size="xs"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              Show more
            </Button>
          </Group>
        )}
      </ScrollArea.Autosize>
    </div>
  );
};

const TrackWords = ({ track, isThere }: { track: Picked; isThere: boolean }) => (
  <span className={classes.words}>
    <span>
      {track.title}
      {track.artist !== '' && <span className={classes.artist}> · {track.artist}</span>}
      {isThere && <span className={classes.artist}> (already there)</span>}
    </span>
    <span className={`${classes.artist} numbers`}>{duration(track.duration)}</span>
  </span>
);
