import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Controller, type Control } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { AccountKey } from '#contract/rules/keys.ts';
import { mp3Bitrates, stationCategories, stationDefaults } from '#contract/rules/limits.ts';
import { NewStation, type Station } from '#contract/api/stations.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { countries } from '#web/lib/countries.ts';
import { browserTimeZone } from '#web/lib/zone-time.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { ZoneInput } from '#web/ui/form/ZoneInput.tsx';
import { useCreateStation } from '#web/parts/station-queries.ts';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';

type StationFormProps = {
  accountKey: AccountKey;
  submit: string;
  /** The highest bit rate that the plan allows, in bit/s. */
  bitRateLimit: number;
  onCreated: (station: Station) => Promise<void>;
  onCancel?: () => void;
};

/** The fields a new station needs; everything else has a default (spec §9). */
export const StationForm = ({ accountKey, submit, bitRateLimit, onCreated, onCancel }: StationFormProps) => {
  const create = useCreateStation(accountKey);
  const [key] = useState(() => crypto.randomUUID());
  const countryOptions = useMemo(countries, []);
  const form = useContractForm(NewStation, {
    name: '',
    description: '',
    category: 30,
    country: '',
    default_timezone: browserTimeZone(),
    website: '',
    bitrate: mp3Bitrates.findLast((rate) => rate <= Math.min(stationDefaults.bitrate, bitRateLimit)),
    channels: 2,
    sample_rate: stationDefaults.sample_rate,
  });
  const { errors } = form.formState;
  return (
    <Surface maw="var(--form-width)">
      <ContractForm
        form={form}
        submit={submit}
        onSubmit={async (body) => {
          const station = await create.mutateAsync({ body, key });
          toastSuccess('Add music, or connect your encoder.', `${station.name} is ready`);
          await onCreated(station);
        }}
        {...(onCancel && { onCancel })}
      >
        <TextInput
          {...form.register('name')}
          label="Name"
          description="6 to 100 letters, digits, spaces, dots, dashes, underscores and parentheses"
          error={errors.name?.message}
          required
          autoFocus
        />
        <Textarea
          {...form.register('description')}
          label="Description"
          description="One sentence, shown in players and directories"
          error={errors.description?.message}
          autosize
          minRows={2}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Controller
            control={form.control}
            name="category"
            render={({ field }) => (
              <ChoiceInput
                ref={field.ref}
                label="Category"
                data={stationCategories.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={String(field.value)}
                onChange={(chosen) => chosen !== null && field.onChange(Number(chosen))}
                allowDeselect={false}
                error={errors.category?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="country"
            render={({ field }) => (
              <ChoiceInput
                ref={field.ref}
                label="Country"
                data={countryOptions}
                value={field.value || null}
                onChange={(chosen) => field.onChange(chosen ?? '')}
                searchable
                error={errors.country?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="default_timezone"
            render={({ field }) => (
              <ZoneInput
                ref={field.ref}
                label="Time zone"
                description="Used for schedules and reports"
                value={field.value ?? null}
                onChange={(chosen) => chosen !== null && field.onChange(chosen)}
                allowDeselect={false}
                error={errors.default_timezone?.message}
              />
            )}
          />
          <TextInput
            {...form.register('website')}
            label="Website"
            description="Shown in players"
            placeholder="example.com"
            error={errors.website?.message}
          />
        </SimpleGrid>
        <SoundFields control={form.control} bitRateLimit={bitRateLimit} error={errors.bitrate?.message} />
      </ContractForm>
    </Surface>
  );
};

type SoundFieldsProps = {
  control: Control<z.input<typeof NewStation>, unknown, z.output<typeof NewStation>>;
  bitRateLimit: number;
  error: string | undefined;
};

const SoundFields = ({ control, bitRateLimit, error }: SoundFieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <Controller
      control={control}
      name="bitrate"
      render={({ field }) => (
        <ChoiceInput
          ref={field.ref}
          label="Bit rate"
          description="128 kbit/s suits most music stations"
          data={mp3Bitrates
            .filter((rate) => rate <= bitRateLimit)
            .map((rate) => ({ value: String(rate), label: `${rate / 1000} kbit/s` }))}
          value={String(field.value)}
          onChange={(chosen) => chosen !== null && field.onChange(Number(chosen))}
          allowDeselect={false}
          error={error}
        />
      )}
    />
    <Controller
      control={control}
      name="channels"
      render={({ field }) => (
        <SegmentedField
          label="Channels"
          description="Mono is enough for talk and halves the data"
          data={[
            { value: '2', label: 'Stereo' },
            { value: '1', label: 'Mono' },
          ]}
          value={String(field.value)}
          onChange={(chosen) => field.onChange(Number(chosen))}
        />
      )}
    />
  </SimpleGrid>
);
