import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import type { ChangedPodcast, Podcast } from '#contract/podcast.ts';
import { wording } from '#brand/wording.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastField } from './use-podcast-field.ts';

/** Where a podcast is had, and whether it can be had. */
export const AddressFields = ({ podcast }: { podcast: Podcast }) => {
  const field = usePodcastField();
  const { control } = useFormContext<ChangedPodcast>();
  const before = podcast.feed_url.slice(0, podcast.feed_url.length - podcast.pretty_url.length);
  return (
    <FieldGroup title="Address">
      <SwitchField
        control={control}
        name="published"
        label="Published"
        description={`Its feed and its page can be had; unpublished, both are not found`}
      />
      <TextInput
        {...field('pretty_url')}
        label="URL"
        description={`The feed is had at ${before}…, the page likewise. Who follows the old address is led to the new one.`}
        required
      />
      <TextInput
        {...field('link')}
        type="url"
        label="Website"
        placeholder="https://"
        description={`The ${wording.podcast}’s own site; without one its page here`}
      />
      <ParentField podcast={podcast} />
    </FieldGroup>
  );
};

const most = 1000;

const ParentField = ({ podcast }: { podcast: Podcast }) => {
  const { control } = useFormContext<ChangedPodcast>();
  const scope =
    podcast.station_key === null
      ? { accountKey: podcast.account.key }
      : { accountKey: podcast.account.key, stationKey: podcast.station_key };
  const { data } = useQuery(podcastsQuery(scope, { limit: most, offset: 0, search: '' }));
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
          description={`Another ${wording.podcast} that this is a season or a spin-off of`}
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
