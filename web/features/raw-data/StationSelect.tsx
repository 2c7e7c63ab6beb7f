import type { StationKey } from '#contract/rules/keys.ts';
import type { Station } from '#contract/api/stations.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

type StationSelectProps = {
  stations: readonly Station[];
  value: StationKey | undefined;
  onChange: (key: StationKey | undefined) => void;
};

/** Selects the station; searchable, because an account may have hundreds. */
export const StationSelect = ({ stations, value, onChange }: StationSelectProps) => (
  <ChoiceInput
    label="Station"
    placeholder="Please select a station"
    searchable
    limit={100}
    w={280}
    maw="100%"
    data={stations.map(({ key, name }) => ({ value: key as string, label: name }))}
    value={value ?? null}
    allowDeselect={false}
    nothingFoundMessage="No data available"
    onChange={(key) => onChange((key ?? undefined) as StationKey | undefined)}
  />
);
