import { Modal, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { NewView, type ViewPage, type ViewSearch } from '#contract/api/saved-view.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { useViews } from './queries.ts';
import type { ReportScope } from './report-calls.ts';

type FormInput = z.input<typeof NewView>;
type FormOutput = z.output<typeof NewView>;
type ViewDialogProps = { place: ReportScope; page: ViewPage; search: ViewSearch; onClose: () => void };

/** Saves the current state of a page as a named view. */
export const ViewDialog = ({ place, page, search, onClose }: ViewDialogProps) => {
  const { save } = useViews(place);
  const form = useContractForm<FormInput, FormOutput>(NewView, {
    page,
    search,
    name: '',
    shared: false,
    is_default: false,
  });
  return (
    <Modal opened onClose={onClose} title="Save view" closeOnClickOutside={false}>
      <ContractForm
        form={form}
        submit="Save"
        onSubmit={async (view) => {
          await save.mutateAsync(view);
          toastSuccess('View saved.');
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput
          {...form.register('name')}
          label="Name"
          description="Saves the period, comparison and filters of the page."
          required
          data-autofocus
          error={form.formState.errors.name?.message}
        />
        <SwitchField
          control={form.control}
          name="shared"
          label="Share"
          description="Everyone with access to this page can use it."
        />
        <SwitchField
          control={form.control}
          name="is_default"
          label="Default view"
          description="Opens this page with this view for you."
        />
      </ContractForm>
    </Modal>
  );
};
