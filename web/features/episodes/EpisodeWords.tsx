import { Stack, Textarea, TextInput } from '@mantine/core';
import { HtmlField } from '#web/ui/form/HtmlField.tsx';
import type { EpisodeFormModel } from './episode-form.ts';
import { PersonsField } from './PersonsField.tsx';

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
