import { Alert, Badge, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CampaignAudio } from '#contract/api/campaign.ts';
import { duration as clock } from '#web/lib/format.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import classes from './Spot.module.css';
import { SpotWave } from './SpotWave.tsx';
import { localQuery } from '#web/lib/endpoint-query.ts';
import { decodeAudio } from './use-spot-player.ts';

type StoredSpotProps = { audio: CampaignAudio; load: () => Promise<Blob> };

/** The audio of a campaign or request as it is played, with what was changed in it. */
export const StoredSpot = ({ audio, load }: StoredSpotProps) => {
  const { data, error } = useQuery(
    localQuery(['spot', audio.id, audio.state], async () => await decodeAudio(await load()), {
      enabled: audio.state === 'ready',
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: false,
      throwOnError: false,
    }),
  );
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          <bdi>{audio.name}</bdi>
        </Text>
        {audio.state === 'preparing' && (
          <Badge color="blue" variant="light" leftSection={<Loader size={10} />}>
            Preparing
          </Badge>
        )}
      </Group>
      {audio.state === 'failed' && (
        <Alert color="red" title="This file cannot be played">
          {audio.error || 'Please upload it as MP3, WAV, FLAC or AAC.'}
        </Alert>
      )}
      {data && <SpotWave audio={data} seconds={data.duration} from={0} />}
      {audio.state === 'ready' && !data && !error && <ScreenSkeleton />}
      {error && (
        <Text size="sm" c="dimmed">
          The spot could not be loaded. Reload the page to hear it.
        </Text>
      )}
      <div className={classes.facts}>{factsOf(audio)}</div>
    </div>
  );
};

const factsOf = ({ duration, adjusted, loudness, state }: CampaignAudio): string =>
  [
    adjusted
      ? `Cut from ${clock(adjusted.original)} to ${clock(duration)}, from ${clock(adjusted.from)}${adjusted.faded ? ', faded out' : ''}.`
      : duration > 0 && `Plays ${clock(duration)}.`,
    state === 'ready' && loudness !== null && `Levelled to ${String(Math.round(loudness)).replace('-', '−')} LUFS.`,
  ]
    .filter(Boolean)
    .join(' ');
