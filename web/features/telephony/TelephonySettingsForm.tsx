import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { TelephonySettings } from '#contract/api/telephony-admin.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetTelephonySettings } from './portal-queries.ts';

/** The settings of all calls: where carriers send them, who gives numbers, and limits against abuse. */
export const TelephonySettingsForm = ({ settings }: { settings: TelephonySettings }) => {
  const save = useSetTelephonySettings();
  const form = useContractForm(TelephonySettings, settings);
  const { control } = form;
  return (
    <ContractForm
      form={form}
      onSubmit={async (values) => {
        form.reset(await save.mutateAsync(values));
        toastSuccess('Calls in progress continue.', 'Settings saved');
      }}
    >
      <Surface title="Settings">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              {...form.register('host')}
              label="Address for carriers"
              description="The public IP address or name, if this server has another one; part of each answer"
              placeholder="calls.example.com"
              error={form.formState.errors.host?.message}
            />
            <Controller
              control={control}
              name="auto_assign"
              render={({ field }) => (
                <NativeSelect
                  label="Numbers are given"
                  description="To stations whose plan includes one"
                  value={String(field.value)}
                  onChange={({ currentTarget: { value } }) =>
                    field.onChange(value === 'null' ? null : value === 'true')
                  }
                  data={[
                    { value: 'null', label: 'At once in the sandbox, else by an administrator' },
                    { value: 'true', label: 'At once, if one is free' },
                    { value: 'false', label: 'By an administrator' },
                  ]}
                />
              )}
            />
            <NumberField
              control={control}
              name="limits.number_minutes"
              label="Minutes a day to one number"
              description="More calls are refused until midnight (UTC)"
              min={1}
              max={10_000_000}
            />
            <NumberField
              control={control}
              name="limits.call_minutes"
              label="Longest call"
              description="Then it is ended"
              suffix=" minutes"
              min={1}
              max={1440}
            />
            <NumberField
              control={control}
              name="limits.per_caller"
              label="Calls at once from one caller"
              min={1}
              max={1000}
            />
            <NumberField
              control={control}
              name="limits.per_second"
              label="New calls a second from one line"
              min={1}
              max={1000}
            />
          </SimpleGrid>
        </Stack>
      </Surface>
    </ContractForm>
  );
};
