import { Input } from '@mantine/core';
import { useController } from 'react-hook-form';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { PlayerStation } from '#contract/api/player.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { ChosenList } from './ChosenList.tsx';
import type { BuilderForm } from './form.ts';

type StationsFieldProps = { form: BuilderForm; stations: readonly PlayerStation[] };

/** The stations of a player in their order; visitors hear the first one unless they choose another. */
export const StationsField = ({ form, stations }: StationsFieldProps) => {
  const { field, fieldState } = useController({ control: form.control, name: 'stations' });
  const chosen = field.value ?? [];
  const others = stations.filter(({ key }) => !chosen.includes(key));
  return (
    <Input.Wrapper
      label="Stations"
      description="Visitors hear the first one, and can choose another"
      error={fieldState.error?.message}
      mt="md"
    >
      <ChosenList
        label="Stations of the player"
        chosen={chosen}
        nameOf={(key) => stations.find((one) => one.key === key) ?? { name: 'Station', logo: null }}
        onChange={field.onChange}
      />
      {others.length > 0 && chosen.length < limits.playerStations && (
        <ChoiceInput
          aria-label="Add a station"
          placeholder="Add a station"
          searchable
          value={null}
          data={others.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(key) => key !== null && field.onChange([...chosen, key as StationKey])}
        />
      )}
    </Input.Wrapper>
  );
};
