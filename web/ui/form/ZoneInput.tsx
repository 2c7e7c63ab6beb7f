import type { SelectProps } from '@mantine/core';
import { useMemo, useState } from 'react';
import { isZoneOffset } from '#contract/rules/time-zone.ts';
import { timeZones } from '#web/lib/countries.ts';
import { ChoiceInput } from './ChoiceInput.tsx';

type ZoneInputProps = Omit<SelectProps, 'data' | 'value'> & {
  value: string | null;
  ref?: React.Ref<HTMLInputElement>;
};

/** A time zone by name, or a UTC offset typed as `+HH:mm` (spec §5 "Zone offset"). */
export const ZoneInput = ({ value, ...props }: ZoneInputProps) => {
  const [typed, setTyped] = useState('');
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), []);
  const offsets = [...new Set([value ?? '', typed.trim()])].filter(isZoneOffset);
  return (
    <ChoiceInput
      {...props}
      searchable
      limit={300}
      data={[...offsets.map((offset) => ({ value: offset, label: offset })), ...zones]}
      value={value}
      onSearchChange={setTyped}
      nothingFoundMessage="No data available. For an offset, enter e.g. +02:00."
    />
  );
};
