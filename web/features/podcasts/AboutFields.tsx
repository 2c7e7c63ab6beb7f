import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/api/podcast.ts';
import { wording } from '#brand/wording.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { TagListInput } from '#web/ui/form/TagListInput.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { LanguageField } from '#web/ui/form/LanguageField.tsx';
import { CategoryFields } from './CategoryFields.tsx';
import { usePodcastField } from './use-podcast-field.ts';

/** The title, description and categories of a podcast. */
export const AboutFields = () => {
  const field = usePodcastField();
  return (
    <FieldGroup title={`About the ${wording.podcast}`}>
      <TextInput {...field('title')} label="Title" required />
      <TextInput {...field('subtitle')} label="Subtitle" description="One line about the topic" />
      <Textarea
        {...field('description')}
        label="Description"
        description="Shown in directories, which refuse a feed without one"
        autosize
        minRows={4}
        maxRows={14}
      />
      <Textarea
        {...field('summary')}
        label="Summary"
        description="A shorter description"
        autosize
        minRows={2}
        maxRows={8}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('author')} label="Author" description="Shown in directories" />
        <LanguageField description="Spoken language" />
      </SimpleGrid>
      <CategoryFields />
      <Keywords />
    </FieldGroup>
  );
};

const Keywords = () => {
  const { control } = useFormContext<ChangedPodcast>();
  return (
    <Controller
      control={control}
      name="keywords"
      render={({ field: { value = [], onChange, onBlur }, fieldState: { error } }) => (
        <TagListInput
          label="Keywords"
          description="Up to 12; press Enter or comma after each"
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          maxTags={12}
          acceptValueOnBlur
          error={messageOf(error)}
        />
      )}
    />
  );
};

/** The error of a list, or of its first invalid entry. */
const messageOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return messageOf(Object.values(error).find((one) => one !== undefined));
};

/** The type of a podcast as directories show it. */
export const PodcastTypeFields = () => {
  const { control } = useFormContext<ChangedPodcast>();
  return (
    <FieldGroup title={`${wording.Podcast} type`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Choice
          name="show_type"
          label="Order"
          description="Serial: plays oldest first"
          data={[
            { value: 'episodic', label: 'Episodic' },
            { value: 'serial', label: 'Serial' },
          ]}
        />
        <Choice
          name="medium"
          label="Medium"
          description="The type of content in the feed"
          data={[
            { value: 'podcast', label: wording.Podcast },
            { value: 'music', label: 'Music' },
            { value: 'audiobook', label: 'Audiobook' },
            { value: 'newsletter', label: 'Newsletter' },
          ]}
        />
      </SimpleGrid>
      <SwitchField
        control={control}
        name="explicit"
        label="Explicit"
        description="Contains strong language or adult themes"
      />
      <SwitchField control={control} name="complete" label="Complete" description="No more episodes will follow" />
    </FieldGroup>
  );
};

type ChoiceProps = {
  name: 'show_type' | 'medium';
  label: string;
  description: string;
  data: { value: string; label: string }[];
};

const Choice = ({ name, ...rest }: ChoiceProps) => {
  const { control } = useFormContext<ChangedPodcast>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
        <ChoiceInput
          {...rest}
          ref={ref}
          onBlur={onBlur}
          value={value ?? null}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
          allowDeselect={false}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
