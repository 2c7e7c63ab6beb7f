import { ActionIcon } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useAction } from '#web/lib/action.ts';
import { decodeAudio, useSpotPlayer } from './use-spot-player.ts';

type HearSpotProps = { name: string; load: () => Promise<Blob> };

/** A button that plays the spot of a campaign, and stops it. */
export const HearSpot = ({ name, load }: HearSpotProps) => {
  const { position, play, stop } = useSpotPlayer();
  const fetched = useAction({
    failure: 'default',
    mutationFn: async () => await decodeAudio(await load()),
    onSuccess: (audio) => play(audio, 0, audio.duration),
  });
  const isPlaying = position !== undefined;
  const toggle = (): void => {
    if (isPlaying) stop();
    else if (fetched.data) play(fetched.data, 0, fetched.data.duration);
    else fetched.mutate();
  };
  return (
    <ActionIcon
      variant="light"
      radius="xl"
      aria-label={isPlaying ? `Stop ${name}` : `Play ${name}`}
      loading={fetched.isPending}
      onClick={toggle}
    >
      {isPlaying ? <IconPlayerStop size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
    </ActionIcon>
  );
};
