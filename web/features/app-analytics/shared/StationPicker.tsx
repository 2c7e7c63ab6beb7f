import { NativeSelect } from '@mantine/core';
import type { Station } from '#contract/api/stations.ts';

type StationPickerProps = {
  stations: readonly Pick<Station, 'key' | 'name'>[];
  value: string | undefined;
  onChange: (key: string | undefined) => void;
};

/** Selects one or all stations of an account; hidden when there is only one. */
export const StationPicker = ({ stations, value, onChange }: StationPickerProps) =>
  stations.length < 2 ? null : (
    <NativeSelect
      aria-label="Station"
      className="no-print"
      maw={240}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={[
        { value: '', label: 'All stations' },
        ...stations.map(({ key, name }) => ({ value: key as string, label: name })),
      ]}
    />
  );
