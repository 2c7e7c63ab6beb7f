import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import type { ChangedPodcast, Podcast } from '#contract/api/podcast.ts';
import { wording } from '#brand/wording.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastField } from './use-podcast-field.ts';

/** The URLs of a podcast and whether it is published. */
export const PublishingFields = ({ podcast }: { podcast: Podcast }) => {
  const field = usePodcastField();
  const { control } = useFormContext<ChangedPodcast>();
  const before = podcast.feed_url.slice(0, podcast.feed_url.length - podcast.pretty_url.length);
  return (
    <FieldGroup title="Publishing and URLs">
      <SwitchField
        control={control}
        name="published"
        label="Published"
        description="Feed and page are public. Unpublished, both return “not found”."
      />
      <TextInput
        {...field('pretty_url')}
        label="URL"
        description={`The feed is at ${before}…; the page uses the same name. Old URLs redirect to the new ones.`}
        required
      />
      <TextInput
        {...field('link')}
        type="url"
        label="Website"
        placeholder="https://"
        description={`The ${wording.podcast}’s own website. Defaults to the page hosted here.`}
      />
      <ParentField podcast={podcast} />
    </FieldGroup>
  );
};

const maxPodcasts = 1000;

const ParentField = ({ podcast }: { podcast: Podcast }) => {
  const { control } = useFormContext<ChangedPodcast>();
  const scope =
    podcast.station_key === null
      ? { accountKey: podcast.account.key }
      : { accountKey: podcast.account.key, stationKey: podcast.station_key };
  const { data } = useQuery(podcastsQuery(scope, { limit: maxPodcasts, offset: 0, search: '' }));
  const others = (data?.entities ?? []).filter(({ key }) => key !== podcast.key);
  return (
    <Controller
      control={control}
      name="parent"
      render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
        <ChoiceInput
          ref={ref}
          onBlur={onBlur}
          label={`Belongs to`}
          description={`Another ${wording.podcast} that this is a season or spin-off of`}
          data={others.map(({ key, title }) => ({ value: key, label: title }))}
          value={value ?? null}
          onChange={onChange}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear: Belongs to' }}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
