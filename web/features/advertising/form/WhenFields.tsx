import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { Surface } from '#web/ui/Surface.tsx';
import { ZoneInput } from '#web/ui/form/ZoneInput.tsx';
import { HoursField } from '../shared/HoursField.tsx';
import type { CampaignValues } from './campaign-form.ts';

const workdays = [{ days: [1, 2, 3, 4, 5], from: 360, to: 600 }];

/** The dates of a campaign, and the hours of the week in which it plays. */
export const WhenFields = () => {
  const { control, register, formState } = useFormContext<CampaignValues>();
  const { errors } = formState;
  return (
    <Surface title="When">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            {...register('startDate')}
            type="date"
            label="First day"
            error={errors.startDate?.message}
            required
          />
          <TextInput {...register('endDate')} type="date" label="Last day" error={errors.endDate?.message} required />
          <Controller
            control={control}
            name="timezone"
            render={({ field }) => (
              <ZoneInput
                ref={field.ref}
                label="Time zone"
                value={field.value}
                onChange={(zone) => zone !== null && field.onChange(zone)}
                allowDeselect={false}
                error={errors.timezone?.message}
              />
            )}
          />
        </SimpleGrid>
        <Controller
          control={control}
          name="schedule"
          render={({ field }) => (
            <>
              <Switch
                label="Only at certain hours"
                description="In the time zone of the station that is listened to"
                checked={field.value !== null}
                onChange={({ currentTarget }) => field.onChange(currentTarget.checked ? workdays : null)}
              />
              {field.value !== null && (
                <HoursField
                  label="Plays"
                  value={field.value}
                  onChange={(hours) => field.onChange(hours.length === 0 ? null : hours)}
                  error={errors.schedule === undefined ? undefined : 'Please choose days and times.'}
                />
              )}
            </>
          )}
        />
      </Stack>
    </Surface>
  );
};
