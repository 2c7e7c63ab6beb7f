import { Checkbox, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { Email } from '#contract/rules/listing.ts';
import { alertKinds, AlertPhone } from '#contract/api/station-profile.ts';
import type { ChangedStation } from '#contract/api/station.ts';
import { ListInput } from '#web/ui/form/ListInput.tsx';
import { alertLabels } from './shared/alert-labels.ts';

/** The recipients of alerts. */
export const RecipientFields = ({ readOnly }: { readOnly: boolean }) => (
  <Stack gap="md">
    <List
      name="emails"
      label="E-mails"
      description="Press Enter after each address"
      placeholder="name@example.com"
      schema={Email}
      wrong="Please enter a valid e-mail address."
      between={/[\s,;]+/}
      inputMode="email"
      readOnly={readOnly}
    />
    <List
      name="phones"
      label="Phone numbers"
      description="SMS alerts are not available yet"
      placeholder="+30 210 1234567"
      schema={AlertPhone}
      wrong="Please enter a phone number with + and the country code."
      between={/[,;\n]+/}
      inputMode="tel"
      readOnly={readOnly}
    />
  </Stack>
);

type ListProps = Omit<Parameters<typeof ListInput>[0], 'values' | 'onChange' | 'error'> & { name: 'emails' | 'phones' };

const List = ({ name, ...rest }: ListProps) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name={`monitoring_settings.${name}`}
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <ListInput
          {...rest}
          values={value ?? []}
          onChange={onChange}
          error={error && (error.message ?? 'One of these is invalid.')}
        />
      )}
    />
  );
};

/** The kinds of problems to alert about. */
export const AlertKindFields = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name="monitoring_settings.kinds"
      render={({ field: { value, onChange } }) => (
        <Checkbox.Group label="Alert about" value={value ?? []} onChange={onChange}>
          <Stack gap="sm" mt="xs">
            {alertKinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={alertLabels[kind].name} description={alertLabels[kind].when} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    />
  );
};

/** When a problem counts as an alert. */
export const ThresholdFields = () => (
  <SimpleGrid cols={{ base: 1, xs: 3 }}>
    <NumberField
      name="duration"
      label="Alert after"
      description="How long the problem must last"
      suffix=" s"
      min={10}
      max={3600}
    />
    <NumberField
      name="threshold"
      label="Silent below"
      description="Typical speech and music is above −35 LUFS"
      suffix=" LUFS"
      min={-70}
      max={-20}
    />
    <NumberField
      name="repeat_minutes"
      label="Do not repeat within"
      description="For problems that come and go"
      suffix=" min"
      min={1}
      max={240}
    />
  </SimpleGrid>
);

type NumberFieldProps = {
  name: 'duration' | 'threshold' | 'repeat_minutes';
  label: string;
  description: string;
  suffix: string;
  min: number;
  max: number;
};

const NumberField = ({ name, ...rest }: NumberFieldProps) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name={`monitoring_settings.${name}`}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <NumberInput
          {...rest}
          ref={ref}
          onBlur={onBlur}
          allowDecimal={false}
          clampBehavior="none"
          value={value ?? ''}
          onChange={(entered) => onChange(entered === '' ? null : Number(entered))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
