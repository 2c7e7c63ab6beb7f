import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { LinesInput } from '#web/ui/form/LinesInput.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { networkProblems, type RulesForm } from './rules-form.ts';

/** The blocked addresses, and the addresses that are always allowed. */
export const NetworkFields = () => {
  const { control } = useFormContext<RulesForm>();
  return (
    <Stack gap="md">
      <NetworkField
        name="blocked_networks"
        label="Blocked addresses"
        description="One address or network per line, such as 198.51.100.7, 203.0.113.0/24 or 2001:db8::/32"
        placeholder="203.0.113.0/24"
      />
      <NetworkField
        name="allowed_networks"
        label="Always allowed"
        description="Overrides country rules. If an address matches both lists, the more specific entry wins."
        placeholder="192.0.2.0/24"
      />
      <SwitchField
        control={control}
        name="only_allowed"
        label="Allow only these addresses"
        description="Only the addresses in the second list can listen, for example one school or one chain of shops."
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

/** Networks, one per line; marks invalid lines while you type. */
const NetworkField = ({ name, ...labels }: NetworkFieldProps) => {
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
          {...labels}
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
