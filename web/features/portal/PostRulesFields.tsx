import { MultiSelect, Stack, TagsInput } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { postPlans, type ChangedPost } from '#contract/portal.ts';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { nameOfPostPlan } from './post-plans.ts';

export type PostFormModel = UseFormReturn<z.input<typeof ChangedPost>, unknown, z.output<typeof ChangedPost>>;

/** Whom a post is for: by plan and by the language of the browser; an empty list is everybody. */
export const PostRulesFields = ({ form: { control, formState } }: { form: PostFormModel }) => {
  const errors = formState.errors.rules;
  return (
    <Surface title="For whom" description="Both must hold. An empty list is everybody.">
      <Stack gap="sm">
        <Controller
          control={control}
          name="rules.plans.values"
          render={({ field }) => (
            <MultiSelect
              ref={field.ref}
              label="Plans of the person's accounts"
              data={postPlans.map((plan) => ({ value: plan, label: nameOfPostPlan(plan) }))}
              value={field.value ?? []}
              onChange={field.onChange}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the plans' }}
              placeholder={!field.value?.length ? 'Everybody' : ''}
            />
          )}
        />
        <SwitchField control={control} name="rules.plans.isNegated" label="Everybody but those" />
        <Controller
          control={control}
          name="rules.browserLanguage.values"
          render={({ field }) => (
            <TagsInput
              ref={field.ref}
              label="Languages of the browser"
              description="de is every German, de-AT only the Austrian one; Enter after each"
              data={['en', 'de', 'el', 'es', 'fr', 'it', 'nl', 'pt', 'tr']}
              value={field.value ?? []}
              onChange={field.onChange}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the languages' }}
              placeholder={!field.value?.length ? 'Everybody' : ''}
              error={errors?.browserLanguage?.values && 'Please enter a language like de or de-AT.'}
            />
          )}
        />
        <SwitchField control={control} name="rules.browserLanguage.isNegated" label="Everybody but those" />
      </Stack>
    </Surface>
  );
};
