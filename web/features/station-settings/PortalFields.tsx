import { Switch } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChangedStation } from '#contract/station.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { ChosenField } from './ChosenField.tsx';

const environments = [
  { value: 'production', label: 'Production' },
  { value: 'test', label: 'Test' },
];

/** What only the portal's administrators say of a station. */
export const PortalFields = () => {
  const { register } = useFormContext<ChangedStation>();
  return (
    <FieldGroup title="The portal’s own" description="Only portal administrators see and change these.">
      <Switch {...register('featured')} label="Featured" />
      <Switch {...register('exclusive')} label="Exclusive" />
      <Switch {...register('zosa')} label="Its automation software is run elsewhere" />
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
