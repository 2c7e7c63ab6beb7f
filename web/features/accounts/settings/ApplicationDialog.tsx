import { Modal, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { NewApplication } from '#contract/api/applications.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useAddApplication } from '#web/parts/account-queries.ts';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';
import { platforms } from './platforms.ts';

const route = getRouteApi('/shell/accounts/$accountKey');

/** Adds a mobile application to the account. */
export const ApplicationDialog = ({ onClose }: { onClose: () => void }) => {
  const { accountKey } = route.useParams();
  const add = useAddApplication(accountKey);
  const form = useContractForm(NewApplication, { name: '', platform: 'ios' });
  return (
    <Modal opened onClose={onClose} title="Add application">
      <ContractForm
        form={form}
        submit="Add"
        onSubmit={async (body) => {
          const { name } = await add.mutateAsync(body);
          toastSuccess('Copy its key into the app.', `${name} added`);
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput
          {...form.register('name')}
          label="Name"
          required
          data-autofocus
          error={form.formState.errors.name?.message}
        />
        <Controller
          control={form.control}
          name="platform"
          render={({ field: { value, onChange } }) => (
            <SegmentedField
              label="Platform"
              value={value}
              onChange={onChange}
              data={Object.entries(platforms).map(([id, label]) => ({ value: id, label }))}
            />
          )}
        />
      </ContractForm>
    </Modal>
  );
};
