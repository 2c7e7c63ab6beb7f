import { Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import type { PodcastKey } from '#contract/rules/keys.ts';
import {
  NewRecordingSchedule,
  recordingLimits,
  type RecordingSchedule,
  type RecordingTable,
} from '#contract/api/recording-schedules.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ZoneInput } from '#web/ui/form/ZoneInput.tsx';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';
import { useSaveSchedule } from './queries.ts';
import { formatFrequency } from './recording-format.ts';
import { SchedulePreview } from './SchedulePreview.tsx';
import { SlotFields } from './SlotFields.tsx';

type ScheduleDialogProps = {
  podcastKey: PodcastKey;
  title: string;
  schedule: RecordingSchedule | undefined;
  stations: RecordingTable['stations'];
  onClose: () => void;
};

/** Adds or edits a schedule. */
export const ScheduleDialog = ({ podcastKey, title, schedule, stations, onClose }: ScheduleDialogProps) => {
  const save = useSaveSchedule(podcastKey, schedule?.id);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const form = useContractForm(NewRecordingSchedule, schedule ?? newSchedule(title, stations[0]));
  const { errors } = form.formState;
  return (
    <Modal
      opened
      onClose={onClose}
      title={schedule ? `Edit “${schedule.name}”` : 'Add schedule'}
      closeOnClickOutside={false}
      size="lg"
    >
      <FormProvider {...form}>
        <ContractForm
          form={form}
          submit={schedule ? 'Save' : 'Add schedule'}
          onCancel={onClose}
          onSubmit={async (body) => {
            await save.mutateAsync({ body, idempotencyKey });
            onClose();
          }}
        >
          <TextInput {...form.register('name')} label="Name" error={errors.name?.message} required data-autofocus />
          {stations.length > 1 && (
            <NativeSelect
              {...form.register('stream')}
              label="Station"
              data={stations.map(({ key, name }) => ({ value: key, label: name }))}
              error={errors.stream?.message}
            />
          )}
          <SlotFields />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <FrequencyField />
            <ZoneField />
            <TextInput
              {...form.register('begin')}
              type="date"
              label="First day"
              error={errors.begin?.message}
              required
            />
            <LastDayField />
          </SimpleGrid>
          <PublishField />
          <TextInput
            {...form.register('title')}
            label="Episode title"
            description="{name}, {date}, {time} and {station} are filled in"
            error={errors.title?.message}
            required
          />
          <SchedulePreview stations={stations} />
        </ContractForm>
      </FormProvider>
    </Modal>
  );
};

const newSchedule = (title: string, station: RecordingTable['stations'][number] | undefined): NewRecordingSchedule => {
  const timezone = station?.timezone ?? 'UTC';
  return {
    stream: station?.key as NewRecordingSchedule['stream'],
    name: title.slice(0, 100),
    begin: new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date()),
    end: null,
    timezone,
    slots: [{ duration: 60, daysOfWeek: [], start: '18:00' }],
    frequency: 1,
    publish: 'draft',
    title: '{name}, {date}',
  };
};

const FrequencyField = () => {
  const { control } = useFormContext<NewRecordingSchedule>();
  const weeks = Array.from({ length: recordingLimits.longestFrequency }, (_, i) => i + 1);
  return (
    <Controller
      control={control}
      name="frequency"
      render={({ field, fieldState }) => (
        <NativeSelect
          {...field}
          label="Frequency"
          value={String(field.value)}
          onChange={({ currentTarget }) => field.onChange(Number(currentTarget.value))}
          data={weeks.map((value) => ({ value: String(value), label: formatFrequency(value) }))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

const ZoneField = () => {
  const { control } = useFormContext<NewRecordingSchedule>();
  return (
    <Controller
      control={control}
      name="timezone"
      render={({ field, fieldState }) => (
        <ZoneInput {...field} label="Time zone" allowDeselect={false} error={fieldState.error?.message} />
      )}
    />
  );
};

const LastDayField = () => {
  const { control } = useFormContext<NewRecordingSchedule>();
  return (
    <Controller
      control={control}
      name="end"
      render={({ field, fieldState }) => (
        <TextInput
          {...field}
          type="date"
          label="Last day"
          description="Leave empty for no end date"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={field.value ?? ''}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value === '' ? null : currentTarget.value)}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

const PublishField = () => {
  const { control } = useFormContext<NewRecordingSchedule>();
  return (
    <Controller
      control={control}
      name="publish"
      render={({ field: { value, onChange } }) => (
        <SegmentedField
          label="After recording"
          value={value}
          onChange={onChange}
          data={[
            { value: 'draft', label: 'Save as draft' },
            { value: 'published', label: 'Publish' },
          ]}
        />
      )}
    />
  );
};
