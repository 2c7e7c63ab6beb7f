import { Button, Modal } from '@mantine/core';
import type { StationKey } from '#contract/rules/keys.ts';
import { useQueueTrack } from '#web/parts/air-queries.ts';
import { LibrarySearch, type LibraryTrack } from '#web/parts/LibrarySearch.tsx';
import { duration } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import classes from './OnAirPanel.module.css';

/** Queues tracks of the library: next, or after those already queued. */
export const QueueDialog = ({ stationKey, onClose }: { stationKey: StationKey; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Queue a track" size="lg">
    <LibrarySearch
      stationKey={stationKey}
      height={380}
      empty="The library is empty."
      className={classes.results}
      focused
      row={(track) => <Result key={track.key} stationKey={stationKey} track={track} />}
    />
  </Modal>
);

const Result = ({ stationKey, track }: { stationKey: StationKey; track: LibraryTrack }) => {
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
