import { SimpleGrid } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChangedStation } from '#contract/station.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
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
      <SwitchField
        control={control}
        name="radio_server_settings.call_in_allowed"
        label="Calls from listeners allowed"
      />
      <SwitchField control={control} name="radio_server_settings.studio_allowed" label="Studio allowed" />
      <ChosenField
        name="environment"
        label="Environment"
        description="A station for tests is not counted where countries are listed"
        data={environments}
        optional
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          control={control}
          name="activation_status"
          label="Activation status"
          description="4 is an activated station"
          min={0}
          max={10}
        />
        <NumberField
          control={control}
          name="station_service_type"
          label="Service type"
          description="72 unless changed"
          min={0}
          max={255}
        />
        <NumberField
          control={control}
          name="radio_server_settings.project_type"
          label="Project type"
          description="2 unless changed"
          min={0}
          max={1000}
        />
        <NumberField
          control={control}
          name="radio_server_settings.fingerprint_category"
          label="Fingerprint category"
          description="0 for none"
          min={0}
          max={1000}
        />
      </SimpleGrid>
    </FieldGroup>
  );
};
