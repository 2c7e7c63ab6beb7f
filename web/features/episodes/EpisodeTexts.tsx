import { Stack, Textarea, TextInput } from '@mantine/core';
import { HtmlField } from '#web/ui/form/HtmlField.tsx';
import type { EpisodeFormModel } from './episode-form.ts';
import { PersonsField } from './PersonsField.tsx';

/** The texts of an episode: title, subtitle, description and summary. */
export const EpisodeTexts = ({ form }: { form: EpisodeFormModel }) => {
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
        description="Plain-text summary. Defaults to the description."
        autosize
        minRows={2}
        maxRows={8}
        error={errors.summary?.message}
      />
      <PersonsField form={form} />
    </Stack>
  );
};
