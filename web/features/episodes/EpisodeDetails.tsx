import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { episodeTypes } from '#contract/api/episode.ts';
import { TagListInput } from '#web/ui/form/TagListInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import type { EpisodeFormModel } from './episode-form.ts';
import { typeLabels } from './shared/episode-labels.ts';

/** Season, number, type, author, tags and flags of an episode. */
export const EpisodeDetails = ({ form }: { form: EpisodeFormModel }) => {
  const { control, register, formState } = form;
  const { errors } = formState;
  return (
    <Stack gap="md">
      <SimpleGrid cols={2} spacing="sm">
        <NumberField control={control} name="season" label="Season" min={1} max={9999} />
        <NumberField control={control} name="episode" label="Episode" min={1} max={99_999} />
      </SimpleGrid>
      <NativeSelect
        {...register('episode_type')}
        label="Type"
        data={episodeTypes.map((type) => ({ value: type, label: typeLabels[type] }))}
      />
      <TextInput {...register('author')} label="Author" error={errors.author?.message} />
      <TextInput
        {...register('link')}
        label="Web page"
        description="Defaults to the page hosted here"
        type="url"
        error={errors.link?.message}
      />
      <Controller
        control={control}
        name="tags"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <TagListInput
            ref={ref}
            label="Tags"
            description="Press Enter after each tag"
            value={value ?? []}
            onChange={onChange}
            maxTags={20}
            error={fieldState.error?.message}
          />
        )}
      />
      <SwitchField control={control} name="explicit" label="Explicit" description="Contains explicit content" />
      <SwitchField
        control={control}
        name="block"
        label="Hide from directories"
        description="Asks directories not to list this episode"
      />
    </Stack>
  );
};
