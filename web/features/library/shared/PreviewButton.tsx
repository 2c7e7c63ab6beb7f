import { ActionIcon, Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { TrackKey } from '#contract/rules/keys.ts';

import { toastFailure } from '#web/lib/toasts.tsx';
import { createPreview } from './preview.ts';
import { previewUrl } from '../queries.ts';

const preview = createPreview(() => new Audio(), previewUrl, toastFailure);

type PreviewTrack = { key: TrackKey; title: string; state: 'ready' | 'preparing' | 'failed' };

/** Previews a track in the page, one at a time. */
export const PreviewButton = ({ track }: { track: PreviewTrack }) => {
  const { key, isLoading } = useSyncExternalStore(preview.subscribe, preview.state);
  const isThis = key === track.key;
  return (
    <ActionIcon
      size={32}
      radius="xl"
      variant={isThis ? 'filled' : 'light'}
      color="brand"
      disabled={track.state !== 'ready'}
      onClick={() => (isThis ? preview.stop() : void preview.play(track.key))}
      aria-label={isThis ? `Stop ${track.title}` : `Preview ${track.title}`}
    >
      {isThis && isLoading ? (
        <Loader size={14} color="white" />
      ) : isThis ? (
        <IconPlayerPauseFilled size={14} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={14} aria-hidden />
      )}
    </ActionIcon>
  );
};
