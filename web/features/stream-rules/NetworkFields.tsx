import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { LinesInput } from '#web/ui/form/LinesInput.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { networkProblems, type RulesForm } from './rules-form.ts';

/** Which addresses are kept out, and which are let in whatever else is said. */
export const NetworkFields = () => {
  const { control } = useFormContext<RulesForm>();
  return (
    <Stack gap="md">
      <NetworkField
        name="blocked_networks"
        label="Kept out"
        description="One address or network a line, such as 198.51.100.7, 203.0.113.0/24 or 2001:db8::/32"
        placeholder="203.0.113.0/24"
      />
      <NetworkField
        name="allowed_networks"
        label="Always let in"
        description="Whatever the country. Where a line here and one above hold an address, the smaller network decides"
        placeholder="192.0.2.0/24"
      />
      <SwitchField
        control={control}
        name="only_allowed"
        label="Let nobody else in"
        description="Only who is in the second list may listen: a station for one house, one school, one chain of shops"
      />
    </Stack>
  );
};

type NetworkFieldProps = {
  name: 'blocked_networks' | 'allowed_networks';
  label: string;
  description: string;
  placeholder: string;
};

/** Networks, one a line; lines that can't be read are marked while they are written. */
const NetworkField = ({ name, ...words }: NetworkFieldProps) => {
  const { control } = useFormContext<RulesForm>();
  const text = useWatch({ control, name });
  const problems = useMemo(() => networkProblems(text), [text]);
  const [first] = problems;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <LinesInput
          {...words}
          ref={ref}
          rows={4}
          value={value}
          onChange={onChange}
          marked={problems}
          error={first ? `Line ${first.line}: ${first.message}` : fieldState.error?.message}
        />
      )}
    />
  );
};
