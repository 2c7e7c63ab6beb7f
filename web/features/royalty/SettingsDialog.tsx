import { Modal, NativeSelect, TextInput } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import type { AccountKey } from '#contract/rules/keys.ts';
import { categoryCodes, transmissionCategories } from '#contract/rules/royalty-rules.ts';
import { RoyaltySettings, type RoyaltySettingsReply } from '#contract/api/royalty.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { useSetSettings } from './queries.ts';

type SettingsDialogProps = { accountKey: AccountKey; settings: RoyaltySettingsReply; onClose: () => void };

/** The report settings of an account: service names, transmission category and counted listeners. */
export const SettingsDialog = ({ accountKey, settings, onClose }: SettingsDialogProps) => (
  <Modal opened onClose={onClose} title="Report settings" size="lg">
    <SettingsForm accountKey={accountKey} settings={settings} onClose={onClose} />
  </Modal>
);

const SettingsForm = ({ accountKey, settings: { names, ...settings }, onClose }: SettingsDialogProps) => {
  const set = useSetSettings(accountKey);
  const form = useContractForm<RoyaltySettings, RoyaltySettings>(RoyaltySettings, settings);
  const { control, formState } = form;
  const isPerStation = useWatch({ control, name: 'per_station' });
  return (
    <ContractForm
      form={form}
      submit="Save"
      onCancel={onClose}
      onSubmit={async (body) => {
        await set.mutateAsync(body);
        toastSuccess('Report settings saved.');
        onClose();
      }}
    >
      <NativeSelect
        {...form.register('category')}
        label="Transmission category"
        data={categoryCodes.map((code) => ({ value: code, label: `${code} · ${transmissionCategories[code]}` }))}
      />
      <NativeSelect
        {...form.register('territory')}
        label="Counted listeners"
        description="SoundExchange reports cover listeners in the United States, including those with an unknown location."
        data={[
          { value: 'US', label: 'In the United States' },
          { value: 'all', label: 'Everywhere' },
        ]}
      />
      <SwitchField control={control} name="per_station" label="Report each station as its own service" />
      {isPerStation ? (
        settings.stations.map(({ key }, i) => (
          <TextInput
            key={key}
            {...form.register(`stations.${i}.service_name`)}
            label={`Service name of ${names.stations[key] ?? ''}`}
            placeholder={names.stations[key]}
            error={formState.errors.stations?.[i]?.service_name?.message}
          />
        ))
      ) : (
        <TextInput
          {...form.register('service_name')}
          label="Service name"
          placeholder={names.account}
          error={formState.errors.service_name?.message}
        />
      )}
    </ContractForm>
  );
};
