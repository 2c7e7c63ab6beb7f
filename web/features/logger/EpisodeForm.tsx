import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { wording } from '#brand/wording.ts';
import { PodcastKey, type StationKey } from '#contract/rules/keys.ts';
import { LogEpisode } from '#contract/api/logger.ts';
import type { Podcast } from '#contract/api/podcast.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import type { Span } from './log-time.ts';
import { useCutEpisode } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/logger');
const maxPodcasts = 200;

/** The podcasts that an episode from this station may go to: its own, and the account's for members of the account. */
export const useEpisodePodcasts = (stationKey: StationKey): readonly Podcast[] => {
  const { accountKey } = route.useParams();
  const seesAll = useMay('account.readPodcasts', { accountKey });
  const scope = seesAll ? { accountKey } : { accountKey, stationKey };
  const page = { limit: maxPodcasts, offset: 0, search: '' };
  const { data } = useQuery(podcastsQuery(scope, page));
  return data?.entities.filter(({ station_key }) => station_key === null || station_key === stationKey) ?? [];
};

const Names = z.extend(LogEpisode, { podcast: PodcastKey });

type EpisodeFormProps = {
  stationKey: StationKey;
  span: Span;
  podcasts: readonly Podcast[];
  name: string;
  onName: (name: string) => void;
};

/** Creates a draft episode from a selection. */
export const EpisodeForm = ({ stationKey, span, podcasts, name, onName }: EpisodeFormProps) => {
  const cut = useCutEpisode();
  const form = useContractForm(Names, { ...span, station: stationKey, title: name, podcast: podcasts[0]!.key });
  const { errors } = form.formState;
  const titleField = form.register('title', {
    onChange: ({ target }: { target: { value: string } }) => onName(target.value),
  });
  return (
    <ContractForm
      form={form}
      submit="Create episode"
      onSubmit={async ({ podcast, ...names }) => {
        await cut.mutateAsync({ podcast, body: { ...names, ...span } });
        form.reset({ podcast, ...names });
      }}
    >
      <Group grow align="flex-start">
        <TextInput {...titleField} label="Title" error={errors.title?.message} required />
        <NativeSelect
          {...form.register('podcast')}
          label={wording.Podcast}
          data={podcasts.map(({ key, title }) => ({ value: key, label: title }))}
          error={errors.podcast?.message}
        />
      </Group>
    </ContractForm>
  );
};
