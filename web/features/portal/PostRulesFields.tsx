import { MultiSelect, Stack, TagsInput } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { postPlans, type ChangedPost } from '#contract/api/portal.ts';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { nameOfPostPlan } from './post-plans.ts';

export type PostFormModel = UseFormReturn<z.input<typeof ChangedPost>, unknown, z.output<typeof ChangedPost>>;

/** The target audience of a post by plan and browser language; an empty list matches everyone. */
export const PostRulesFields = ({ form: { control, formState } }: { form: PostFormModel }) => {
  const errors = formState.errors.rules;
  return (
    <Surface title="Audience" description="Both conditions must match. Empty = everyone.">
      <Stack gap="sm">
        <Controller
          control={control}
          name="rules.plans.values"
          render={({ field }) => (
            <MultiSelect
              ref={field.ref}
              label="Plans of the user’s accounts"
              data={postPlans.map((plan) => ({ value: plan, label: nameOfPostPlan(plan) }))}
              value={field.value ?? []}
              onChange={field.onChange}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear plans' }}
              placeholder={!field.value?.length ? 'Everyone' : ''}
            />
          )}
        />
        <SwitchField control={control} name="rules.plans.isNegated" label="Exclude these" />
        <Controller
          control={control}
          name="rules.browserLanguage.values"
          render={({ field }) => (
            <TagsInput
              ref={field.ref}
              label="Browser languages"
              description="“de” matches all German variants, “de-AT” only Austrian German; press Enter after each"
              data={['en', 'de', 'el', 'es', 'fr', 'it', 'nl', 'pt', 'tr']}
              value={field.value ?? []}
              onChange={field.onChange}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear languages' }}
              placeholder={!field.value?.length ? 'Everyone' : ''}
              error={errors?.browserLanguage?.values && 'Please enter a language like de or de-AT.'}
            />
          )}
        />
        <SwitchField control={control} name="rules.browserLanguage.isNegated" label="Exclude these" />
      </Stack>
    </Surface>
  );
};
