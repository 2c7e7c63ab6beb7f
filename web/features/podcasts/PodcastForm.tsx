import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { wording } from '#brand/wording.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { NewPodcast, type Podcast } from '#contract/api/podcast.ts';
import { myStationsQuery } from '#web/features/session/queries.ts';
import type { PodcastScope } from '#web/parts/podcast-scope.ts';
import { useCreatePodcast } from '#web/parts/podcast-queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { usePickedImage } from '#web/ui/form/use-picked-image.ts';
import { LanguageField } from '#web/ui/form/LanguageField.tsx';
import { CategoryFields } from './CategoryFields.tsx';
import { LogoField } from './shared/LogoField.tsx';
import { usePodcastField } from './use-podcast-field.ts';

type PodcastFormProps = {
  scope: PodcastScope;
  /** Whether its episodes are recorded from a station, which it must then belong to. */
  isRecorded: boolean;
  onCreated: (podcast: Podcast) => Promise<void>;
  onCancel: () => void;
};

/** Requires what directories need to list a podcast; everything else has a default. */
const schemaFor = (needsStation: boolean, hasLogo: boolean) =>
  NewPodcast.check(
    z.refine(() => hasLogo, { path: ['logo'], message: 'This field is required' }),
    z.refine(({ categories }) => (categories?.length ?? 0) > 0, {
      path: ['categories'],
      message: 'This field is required',
    }),
    z.refine(({ description }) => (description ?? '') !== '', {
      path: ['description'],
      message: 'This field is required',
    }),
    z.refine(({ station_key }) => !needsStation || Boolean(station_key), {
      path: ['station_key'],
      message: 'This field is required',
    }),
  );

/** The form to create a podcast. */
export const PodcastForm = ({ scope, isRecorded, onCreated, onCancel }: PodcastFormProps) => {
  const create = useCreatePodcast(scope);
  const logo = usePickedImage();
  const [key] = useState(() => crypto.randomUUID());
  const form = useContractForm(schemaFor(isRecorded && scope.stationKey === undefined, logo.file !== undefined), {
    title: '',
    description: '',
    author: '',
    language: navigator.language.slice(0, 2).toLowerCase(),
    categories: [],
    explicit: false,
    station_key: scope.stationKey ?? null,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const logoError = (errors as { logo?: { message?: string } }).logo?.message;
  return (
    <Surface maw="var(--form-width)">
      <FormProvider {...form}>
        <ContractForm
          form={form}
          submit={`Create ${wording.podcast}`}
          onCancel={onCancel}
          onSubmit={async (body) => {
            if (!logo.file) return;
            const podcast = await create.mutateAsync({ body, logo: logo.file, key });
            form.reset(body);
            logo.drop();
            await onCreated(podcast);
          }}
        >
          <LogoField
            name="?"
            src={logo.url ?? null}
            required
            error={logoError}
            onPick={(file) => {
              form.clearErrors('logo' as 'title');
              logo.pick(file);
            }}
          />
          <Fields />
          {scope.stationKey === undefined && <StationField accountKey={scope.accountKey} required={isRecorded} />}
        </ContractForm>
      </FormProvider>
      <UnsavedGuard when={logo.file !== undefined && !isDirty && !isSubmitting} />
    </Surface>
  );
};

const Fields = () => {
  const field = usePodcastField();
  const { control } = useFormContext<NewPodcast>();
  return (
    <>
      <TextInput {...field('title')} label="Title" required />
      <Textarea
        {...field('description')}
        label="Description"
        description="Shown in directories"
        required
        autosize
        minRows={3}
        maxRows={12}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('author')} label="Author" description="Shown in directories" />
        <LanguageField description="Spoken language" />
      </SimpleGrid>
      <CategoryFields />
      <SwitchField
        control={control}
        name="explicit"
        label="Explicit"
        description="Contains strong language or adult themes"
      />
    </>
  );
};

const StationField = ({ accountKey, required }: { accountKey: AccountKey; required: boolean }) => {
  const { control } = useFormContext<NewPodcast>();
  const { data = [] } = useQuery(myStationsQuery);
  const stations = data.filter(({ account_key }) => account_key === accountKey);
  return (
    <Controller
      control={control}
      name="station_key"
      render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
        <ChoiceInput
          ref={ref}
          onBlur={onBlur}
          label="Station"
          withAsterisk={required}
          description={required ? 'The station to record' : 'Gives the station’s team access'}
          placeholder={required ? '' : 'None (account only)'}
          data={stations.map(({ key, name }) => ({ value: key, label: name }))}
          value={value ?? null}
          onChange={onChange}
          searchable
          {...(required
            ? { allowDeselect: false }
            : { clearable: true, clearButtonProps: { 'aria-label': 'Clear: Station' } })}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
