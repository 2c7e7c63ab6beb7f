import { MultiSelect } from '@mantine/core';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationsInputProps } from './StationsInput.tsx';

/** The lazily loaded part of StationsInput. */
export const StationsSelect = ({ stations, value, onChange, ...props }: StationsInputProps) => (
  <MultiSelect
    {...props}
    data={stations.map(({ key, name }) => ({ value: key, label: name }))}
    value={[...value]}
    onChange={(keys) => onChange(keys as StationKey[])}
    searchable
    clearable
    hidePickedOptions
    nothingFoundMessage="No data available"
    clearButtonProps={{ 'aria-label': 'Remove all stations' }}
  />
);
