import { Stack } from '@mantine/core';
import { AutomationMix } from '#contract/api/automation.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetMix } from './queries.ts';

type MixFormProps = { stationKey: StationKey; mix: AutomationMix; readOnly: boolean };

/** The form for how one track mixes into the next. */
export const MixForm = ({ stationKey, mix, readOnly }: MixFormProps) => {
  const setMix = useSetMix(stationKey);
  const form = useContractForm(AutomationMix, mix);
  return (
    <ContractForm
      form={form}
      readOnly={readOnly}
      onSubmit={async (values) => {
        form.reset((await setMix.mutateAsync(values)).mix);
        toastSuccess('The automation restarts; listeners stay connected.', 'Mixing saved');
      }}
    >
      <Surface title="Mixing">
        <Stack gap="md">
          <NumberField
            control={form.control}
            name="mix_ms"
            label="Mix"
            description="How long two tracks overlap. 0 plays one after the other."
            min={0}
            max={15}
            scale={1000}
            suffix=" s"
          />
          <SwitchField
            control={form.control}
            name="level"
            label="Even out loudness"
            description="A compressor and limiter, as radio stations use them"
          />
        </Stack>
      </Surface>
    </ContractForm>
  );
};
