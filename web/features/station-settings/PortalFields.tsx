import { useFormContext } from 'react-hook-form';
import type { ChangedStation } from '#contract/station.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { ChosenField } from './ChosenField.tsx';

const environments = [
  { value: 'production', label: 'Production' },
  { value: 'test', label: 'Test' },
];

/** What only the portal's administrators say of a station. */
export const PortalFields = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <FieldGroup title="The portal’s own" description="Only portal administrators see and change these.">
      <SwitchField control={control} name="featured" label="Featured" />
      <SwitchField control={control} name="exclusive" label="Exclusive" />
      <SwitchField control={control} name="zosa" label="Its automation software is run elsewhere" />
      <ChosenField
        name="environment"
        label="Environment"
        description="A station for tests is not counted where countries are listed"
        data={environments}
        optional
      />
    </FieldGroup>
  );
};
