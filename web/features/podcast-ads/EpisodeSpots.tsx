import { Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { markersOf, wrongWith } from '#contract/ad-markers.ts';
import type { Episode } from '#contract/episode.ts';
import type { EpisodeAds, EpisodeAdsReply } from '#contract/podcast-ads.ts';
import { wording } from '#brand/wording.ts';
import { waveformQuery } from '#web/features/episodes/queries.ts';
import { useSound } from '#web/features/episodes/shared/episode-sound.ts';
import { announceInvalid, announceSuccess } from '#web/lib/announce.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { OwnPlaces } from './OwnPlaces.tsx';
import { useSetEpisodeAds } from './queries.ts';
import { SpotWave } from './SpotWave.tsx';
import { spotWords } from './spot-words.ts';

type Way = 'podcast' | 'own' | 'none';
type Own = NonNullable<EpisodeAds['own']>;
type EpisodeSpotsProps = { episode: Episode; ads: EpisodeAdsReply; readOnly: boolean };

/** As the podcast says, places of its own on the waveform, or none. */
export const EpisodeSpots = ({ episode, ads, readOnly }: EpisodeSpotsProps) => {
  const { bounds, podcast, duration } = ads;
  const set = useSetEpisodeAds(episode.podcast, episode.key);
  const [way, setWay] = useState<Way>(wayOf(ads));
  const [own, setOwn] = useState<Own>(ads.own ?? ownOf(ads));
  const { data: wave } = useQuery({
    ...waveformQuery(episode.podcast, episode.key, episode.original?.filename ?? ''),
    enabled: episode.original !== null,
    throwOnError: false,
  });
  const heard = useSound(episode.key);
  const said: EpisodeAds = { opt_out: way === 'none', own: way === 'podcast' ? null : way === 'own' ? own : ads.own };
  const markers = markersOf({
    podcast,
    bounds: { ...bounds, enabled: true },
    episode: { ...episode, duration },
    own: said,
  });
  const wrong = (i: number): string | undefined => wrongWith(own.mid, i, { bounds, duration });
  const tooMany = own.mid.length > bounds.mid_roll ? `At most ${String(bounds.mid_roll)} are allowed.` : undefined;
  const isWrong = way === 'own' && (tooMany !== undefined || own.mid.some((_, i) => wrong(i) !== undefined));
  const isDirty = JSON.stringify(said) !== JSON.stringify({ opt_out: ads.opt_out, own: ads.own });
  const isOwn = way === 'own' && !readOnly;
  const change = (mid: number[]): void => setOwn({ ...own, mid });
  const save = async (): Promise<void> => {
    if (isWrong) return announceInvalid();
    const kept = await set.mutateAsync(said);
    setOwn(kept.own ?? ownOf(kept));
    announceSuccess('The places for spots were saved.');
  };
  return (
    <Stack gap="lg">
      <Radio.Group label="Spots in this episode" value={way} onChange={(to) => setWay(to as Way)}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs">
          <Radio value="podcast" label={`As the ${wording.podcast} says`} disabled={readOnly} />
          <Radio value="own" label="In places of its own" disabled={readOnly} />
          <Radio
            value="none"
            label="None"
            disabled={readOnly || (!bounds.opt_out_allowed && way !== 'none')}
            {...(!bounds.opt_out_allowed && { description: 'Spots cannot be left out here.' })}
          />
        </SimpleGrid>
      </Radio.Group>
      <div>
        <SpotWave
          wave={wave}
          cuts={episode.edit.cuts}
          duration={duration}
          markers={markers}
          playing={heard.key === undefined ? undefined : heard.at}
          own={isOwn ? own.mid : undefined}
          wrong={wrong}
          onAdd={isOwn && own.mid.length < bounds.mid_roll ? (at) => change([...own.mid, at]) : undefined}
          onMove={(i, at) => change(own.mid.with(i, at))}
          onRemove={(i) => change(own.mid.toSpliced(i, 1))}
        />
        <Text size="sm" c="dimmed" mt={4} aria-live="polite">
          {markers.length === 0 ? 'No spots.' : `${markers.map(spotWords).join(', ')}.`}
        </Text>
      </div>
      {isOwn && (
        <OwnPlaces
          episode={episode}
          own={own}
          bounds={bounds}
          duration={duration}
          wrong={wrong}
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

const wayOf = ({ opt_out, own }: EpisodeAds): Way => (opt_out ? 'none' : own ? 'own' : 'podcast');

/** Where an episode of its own begins: with what the podcast says. */
const ownOf = ({ podcast, bounds, markers }: EpisodeAdsReply): Own => ({
  pre_roll: Math.min(podcast.pre_roll, bounds.pre_roll),
  post_roll: Math.min(podcast.post_roll, bounds.post_roll),
  mid: markers.flatMap(({ kind, at }) => (kind === 'mid' ? [at] : [])),
});
