import { Button, Group, Modal, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { useQueueTrack } from '#web/parts/air-queries.ts';
import { libraryTracksQuery } from '#web/parts/library-queries.ts';
import { duration } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import classes from './OnAirPanel.module.css';

type Found = { key: TrackKey; title: string; artist: string; duration: number };

/** Queues tracks of the library: next, or after those already queued. */
export const QueueDialog = ({ stationKey, onClose }: { stationKey: StationKey; onClose: () => void }) => {
  const [search, setSearch] = useState('');
  const [searchText] = useDebouncedValue(search.trim(), 200);
  const results = useInfiniteQuery(libraryTracksQuery(stationKey, searchText));
  const tracks = (results.data?.pages ?? [])
    .flatMap((page) => page.tracks)
    .map(({ key, metadata, duration: seconds }): Found => ({ key, ...metadata, duration: seconds }));
  return (
    <Modal opened onClose={onClose} title="Queue a track" size="lg">
      <TextInput
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder="Title, artist or album"
        aria-label="Search library"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <ScrollArea.Autosize
        mah={380}
        mt="sm"
        type="auto"
        className={classes.results}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Library tracks' }}
      >
        {!results.data && <ScreenSkeleton />}
        {tracks.map((track) => (
          <Result key={track.key} stationKey={stationKey} track={track} />
        ))}
        {results.data && tracks.length === 0 && (
          <Text c="dimmed" ta="center" py="lg">
            {searchText === '' ? 'The library is empty.' : 'No tracks match your search.'}
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
    </Modal>
  );
};

const Result = ({ stationKey, track }: { stationKey: StationKey; track: Found }) => {
  const queue = useQueueTrack(stationKey);
  const add = (place: 'next' | 'last'): void =>
    queue.mutate(
      { id: crypto.randomUUID(), track: track.key, place },
      {
        onSuccess: () =>
          toastSuccess(place === 'next' ? `“${track.title}” plays next.` : `“${track.title}” is queued.`),
      },
    );
  return (
    <div className={classes.result}>
      <span className={classes.words}>
        {track.title}
        {track.artist !== '' && <span className={classes.dimmed}> · {track.artist}</span>}
        <span className={`${classes.dimmed} numbers`}> {duration(track.duration)}</span>
      </span>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Play ${track.title} next`}
        disabled={queue.isPending}
        onClick={() => add('next')}
      >
        Play next
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Queue ${track.title}`}
        disabled={queue.isPending}
        onClick={() => add('last')}
      >
        Queue
      </Button>
    </div>
  );
};
