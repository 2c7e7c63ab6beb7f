import { SimpleGrid } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChangedStation } from '#contract/api/station.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { StationSelect } from './StationSelect.tsx';

const environments = [
  { value: 'production', label: 'Production' },
  { value: 'test', label: 'Test' },
];

/** Station settings that only portal administrators see and change. */
export const PortalFields = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <FieldGroup title="Portal settings" description="Only portal administrators can see and change these.">
      <SwitchField control={control} name="featured" label="Featured" />
      <SwitchField control={control} name="exclusive" label="Exclusive" />
      <SwitchField control={control} name="zosa" label="Automation software runs elsewhere" />
      <SwitchField control={control} name="radio_server_settings.call_in_allowed" label="Allow listener calls" />
      <SwitchField control={control} name="radio_server_settings.studio_allowed" label="Allow studio" />
      <StationSelect
        name="environment"
        label="Environment"
        description="Test stations are not counted in the country list"
        data={environments}
        optional
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          control={control}
          name="activation_status"
          label="Activation status"
          description="4 = activated"
          min={0}
          max={10}
        />
        <NumberField
          control={control}
          name="station_service_type"
          label="Service type"
          description="Default: 72"
          min={0}
          max={255}
        />
        <NumberField
          control={control}
          name="radio_server_settings.project_type"
          label="Project type"
          description="Default: 2"
          min={0}
          max={1000}
        />
        <NumberField
          control={control}
          name="radio_server_settings.fingerprint_category"
          label="Fingerprint category"
          description="0 = none"
          min={0}
          max={1000}
        />
      </SimpleGrid>
    </FieldGroup>
  );
};
