import { Input, Modal, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import type { StationKey } from '#contract/keys.ts';
import { NewDayPart, type DayPartRow } from '#contract/playout-rules.ts';
import { clockOf } from '#contract/week.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { DaysInput } from '#web/ui/form/DaysInput.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { dayPartQuery, useSaveDayPart } from './day-part-queries.ts';
import type { LibraryTrack } from '#web/parts/LibrarySearch.tsx';
import { TrackPicker } from './TrackPicker.tsx';
import { minutesOf } from './week-format.ts';

type DayPartDialogProps = {
  stationKey: StationKey;
  /** The daypart to edit; undefined adds one. */
  part: DayPartRow | undefined;
  timezone: string;
  onClose: () => void;
};

/** Adds or changes a daypart: its name, hours and tracks. */
export const DayPartDialog = (props: DayPartDialogProps) => {
  const { stationKey, part, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={part ? `Edit “${part.name}”` : 'Add daypart'} size="lg">
      {part ? <ExistingPart {...props} id={part.id} /> : <PartForm key={stationKey} {...props} picked={[]} />}
    </Modal>
  );
};

const ExistingPart = (props: DayPartDialogProps & { id: string }) => {
  const { data, error } = useQuery(dayPartQuery(props.stationKey, props.id));
  if (error) throw error;
  return data ? <PartForm {...props} part={data} picked={data.tracks} /> : <ScreenSkeleton />;
};

const PartForm = ({
  stationKey,
  part,
  timezone,
  picked,
  onClose,
}: DayPartDialogProps & { picked: readonly LibraryTrack[] }) => {
  const save = useSaveDayPart(stationKey, part?.id);
  const { name, days, from, to } = part ?? { name: '', days: [1, 2, 3, 4, 5], from: 360, to: 600 };
  const form = useContractForm(NewDayPart, { name, days, from, to, tracks: picked.map(({ key }) => key) });
  const { errors } = form.formState;
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        submit={part ? 'Save' : 'Add'}
        onCancel={onClose}
        onSubmit={async (body) => {
          await save.mutateAsync(body);
          toastSuccess(`“${body.name}” saved.`);
          onClose();
        }}
      >
        <TextInput
          {...form.register('name')}
          label="Name"
          placeholder="Night music"
          error={errors.name?.message}
          required
          data-autofocus
        />
        <DaysField />
        <SimpleGrid cols={2}>
          <TimeField name="from" label="From" />
          <TimeField name="to" label="To" description={`In ${timezone}`} />
        </SimpleGrid>
        <TracksField stationKey={stationKey} picked={picked} />
      </ContractForm>
    </FormProvider>
  );
};

const DaysField = () => {
  const { control } = useFormContext<NewDayPart>();
  return (
    <Controller
      control={control}
      name="days"
      render={({ field, fieldState }) => (
        <DaysInput value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
      )}
    />
  );
};

/** A time of day in minutes; midnight as the end is 1440. */
const TimeField = ({ name, ...rest }: { name: 'from' | 'to'; label: string; description?: string }) => {
  const { control } = useFormContext<NewDayPart>();
  const midnight = name === 'to' ? 1440 : 0;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <TextInput
          {...rest}
          ref={ref}
          type="time"
          value={Number.isFinite(value) ? clockOf(value % 1440) : ''}
          onChange={({ currentTarget }) => {
            const minutes = minutesOf(currentTarget.value);
            onChange(minutes === 0 ? midnight : (minutes ?? Number.NaN));
          }}
          onBlur={onBlur}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

const TracksField = ({ stationKey, picked }: { stationKey: StationKey; picked: readonly LibraryTrack[] }) => {
  const { control } = useFormContext<NewDayPart>();
  const [tracks, setTracks] = useState(picked);
  return (
    <Controller
      control={control}
      name="tracks"
      render={({ field, fieldState }) => (
        <Input.Wrapper label="Tracks" labelElement="div" error={fieldState.error?.message}>
          <TrackPicker
            stationKey={stationKey}
            picked={tracks}
            onChange={(next) => {
              setTracks(next);
              field.onChange(next.map(({ key }) => key));
            }}
          />
        </Input.Wrapper>
      )}
    />
  );
};
