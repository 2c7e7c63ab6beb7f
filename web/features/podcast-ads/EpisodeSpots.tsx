import { Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { markersOf, markerProblem } from '#contract/api/ad-markers.ts';
import type { Episode } from '#contract/api/episode.ts';
import type { EpisodeAds, EpisodeAdsReply } from '#contract/api/podcast-ads.ts';
import { wording } from '#brand/wording.ts';
import { waveformQuery } from '#web/features/episodes/queries.ts';
import { useEpisodePlayback } from '#web/features/episodes/shared/episode-playback.ts';
import { toastInvalid, toastSuccess } from '#web/lib/toasts.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { OwnSpots } from './OwnSpots.tsx';
import { useSetEpisodeAds } from './queries.ts';
import { SpotWave } from './SpotWave.tsx';
import { spotText } from './spot-labels.ts';

type Placement = 'podcast' | 'own' | 'none';
type Own = NonNullable<EpisodeAds['own']>;
type EpisodeSpotsProps = { episode: Episode; ads: EpisodeAdsReply; readOnly: boolean };

/** Chooses the podcast's default spots, the episode's own on the waveform, or none. */
export const EpisodeSpots = ({ episode, ads, readOnly }: EpisodeSpotsProps) => {
  const { bounds, podcast, duration } = ads;
  const set = useSetEpisodeAds(episode.podcast, episode.key);
  const [placement, setPlacement] = useState<Placement>(placementOf(ads));
  const [own, setOwn] = useState<Own>(ads.own ?? ownOf(ads));
  const { data: wave } = useQuery({
    ...waveformQuery(episode.podcast, episode.key, episode.original?.filename ?? ''),
    enabled: episode.original !== null,
    throwOnError: false,
  });
  const playback = useEpisodePlayback(episode.key);
  const settings: EpisodeAds = {
    opt_out: placement === 'none',
    own: placement === 'podcast' ? null : placement === 'own' ? own : ads.own,
  };
  const markers = markersOf({
    podcast,
    bounds: { ...bounds, enabled: true },
    episode: { ...episode, duration },
    own: settings,
  });
  const errorAt = (i: number): string | undefined => markerProblem(own.mid, i, { bounds, duration });
  const tooMany = own.mid.length > bounds.mid_roll ? `Maximum ${String(bounds.mid_roll)} allowed.` : undefined;
  const isWrong = placement === 'own' && (tooMany !== undefined || own.mid.some((_, i) => errorAt(i) !== undefined));
  const isDirty = JSON.stringify(settings) !== JSON.stringify({ opt_out: ads.opt_out, own: ads.own });
  const isOwn = placement === 'own' && !readOnly;
  const change = (mid: number[]): void => setOwn({ ...own, mid });
  const save = async (): Promise<void> => {
    if (isWrong) return toastInvalid();
    const saved = await set.mutateAsync(settings);
    setOwn(saved.own ?? ownOf(saved));
    toastSuccess('Spots saved.');
  };
  return (
    <Stack gap="lg">
      <Radio.Group label="Spots in this episode" value={placement} onChange={(to) => setPlacement(to as Placement)}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs">
          <Radio value="podcast" label={`Default of the ${wording.podcast}`} disabled={readOnly} />
          <Radio value="own" label="Own placement" disabled={readOnly} />
          <Radio
            value="none"
            label="No spots"
            disabled={readOnly || (!bounds.opt_out_allowed && placement !== 'none')}
            {...(!bounds.opt_out_allowed && { description: 'Spots cannot be turned off here.' })}
          />
        </SimpleGrid>
      </Radio.Group>
      <div>
        <SpotWave
          wave={wave}
          cuts={episode.edit.cuts}
          duration={duration}
          markers={markers}
          playing={playback.key === undefined ? undefined : playback.at}
          own={isOwn ? own.mid : undefined}
          errorAt={errorAt}
          onAdd={isOwn && own.mid.length < bounds.mid_roll ? (at) => change([...own.mid, at]) : undefined}
          onMove={(i, at) => change(own.mid.with(i, at))}
          onRemove={(i) => change(own.mid.toSpliced(i, 1))}
        />
        <Text size="sm" c="dimmed" mt={4} aria-live="polite">
          {markers.length === 0 ? 'No spots.' : `${markers.map(spotText).join(', ')}.`}
        </Text>
      </div>
      {isOwn && (
        <OwnSpots
          episode={episode}
          own={own}
          bounds={bounds}
          duration={duration}
          errorAt={errorAt}
          tooMany={tooMany}
          onChange={setOwn}
        />
      )}
      {!readOnly && (
        <Group justify="flex-end">
          <Button disabled={!isDirty} loading={set.isPending} onClick={() => void save().catch(() => undefined)}>
            Save
          </Button>
        </Group>
      )}
      <UnsavedGuard when={isDirty && !set.isPending} />
    </Stack>
  );
};

const placementOf = ({ opt_out, own }: EpisodeAds): Placement => (opt_out ? 'none' : own ? 'own' : 'podcast');

/** An episode's own placement starts from the podcast's. */
const ownOf = ({ podcast, bounds, markers }: EpisodeAdsReply): Own => ({
  pre_roll: Math.min(podcast.pre_roll, bounds.pre_roll),
  post_roll: Math.min(podcast.post_roll, bounds.post_roll),
  mid: markers.flatMap(({ kind, at }) => (kind === 'mid' ? [at] : [])),
});
