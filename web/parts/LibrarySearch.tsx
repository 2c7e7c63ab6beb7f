import { Button, Group, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { libraryTracksQuery } from './library-queries.ts';

/** A track of the library; its duration in seconds. */
export type LibraryTrack = { key: TrackKey; title: string; artist: string; duration: number };

type LibrarySearchProps = {
  stationKey: StationKey;
  /** The most that the list is high, in pixels; a longer one scrolls. */
  height: number;
  /** What an empty library says. */
  empty: string;
  className: string | undefined;
  focused?: boolean;
  /** Stands between the search field and the list. */
  above?: (tracks: readonly LibraryTrack[]) => ReactNode;
  row: (track: LibraryTrack) => ReactNode;
};

/** A search field over a station's library, and the tracks that it finds, a page at a time. */
export const LibrarySearch = ({ stationKey, height, empty, className, focused, above, row }: LibrarySearchProps) => {
  const [search, setSearch] = useState('');
  const [searchText] = useDebouncedValue(search.trim(), 200);
  const results = useInfiniteQuery(libraryTracksQuery(stationKey, searchText));
  const tracks = (results.data?.pages ?? [])
    .flatMap((page) => page.tracks)
    .map(({ key, metadata, duration }): LibraryTrack => ({ key, ...metadata, duration }));
  return (
    <>
      <TextInput
        {...(focused && { 'data-autofocus': true })}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder="Title, artist or album"
        aria-label="Search library"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      {above?.(tracks)}
      <ScrollArea.Autosize
        mah={height}
        mt="sm"
        type="auto"
        {...(className !== undefined && { className })}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Library tracks' }}
      >
        {!results.data && <ScreenSkeleton />}
        {tracks.map(row)}
        {results.data && tracks.length === 0 && (
          <Text c="dimmed" ta="center" py="lg">
            {searchText === '' ? empty : 'No tracks match your search.'}
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
    </>
  );
};
