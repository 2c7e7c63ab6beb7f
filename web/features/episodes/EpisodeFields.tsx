import { NativeSelect, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { episodeTypes } from '#contract/episode.ts';
import { HtmlField } from '#web/ui/form/HtmlField.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import type { EpisodeFormModel } from './episode-form.ts';
import { PersonsField } from './PersonsField.tsx';
import { typeWords } from './shared/episode-words.ts';

/** What is told of an episode first: its title and what it is about. */
export const EpisodeWords = ({ form }: { form: EpisodeFormModel }) => {
  const { control, register, formState } = form;
  const { errors } = formState;
  return (
    <Stack gap="md">
      <TextInput {...register('title')} label="Title" required error={errors.title?.message} />
      <TextInput
        {...register('subtitle')}
        label="Subtitle"
        description="One line, shown under the title"
        error={errors.subtitle?.message}
      />
      <HtmlField control={control} name="rich_description" label="Description" />
      <Textarea
        {...register('summary')}
        label="Summary"
        description="For apps that show plain text; the description, unless there is one"
        autosize
        minRows={2}
        maxRows={8}
        error={errors.summary?.message}
      />
      <PersonsField form={form} />
    </Stack>
  );
};

/** Where an episode stands among the others, and what it is marked with. */
export const EpisodeMarks = ({ form }: { form: EpisodeFormModel }) => {
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
        data={episodeTypes.map((type) => ({ value: type, label: typeWords[type] }))}
      />
      <TextInput {...register('author')} label="Author" error={errors.author?.message} />
      <TextInput
        {...register('link')}
        label="Web page"
        description="Its own page here, unless there is one"
        type="url"
        error={errors.link?.message}
      />
      <Controller
        control={control}
        name="tags"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <TagsInput
            ref={ref}
            label="Tags"
            description="Enter after each"
            value={value ?? []}
            onChange={onChange}
            maxTags={20}
            error={fieldState.error?.message}
          />
        )}
      />
      <SwitchField
        control={control}
        name="explicit"
        label="Explicit"
        description="It has words or themes not for children"
      />
      <SwitchField
        control={control}
        name="block"
        label="Keep out of directories"
        description="Directories are asked not to show it"
      />
    </Stack>
  );
};
