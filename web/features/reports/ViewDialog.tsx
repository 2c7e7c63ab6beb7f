import { Modal, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { NewView, type ViewPage, type ViewSearch } from '#contract/saved-view.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { useViews } from './queries.ts';
import type { Place } from './report-calls.ts';

type In = z.input<typeof NewView>;
type Out = z.output<typeof NewView>;
type ViewDialogProps = { place: Place; page: ViewPage; search: ViewSearch; onClose: () => void };

/** Saves what a page shows now under a name. */
export const ViewDialog = ({ place, page, search, onClose }: ViewDialogProps) => {
  const { save } = useViews(place);
  const form = useContractForm<In, Out>(NewView, { page, search, name: '', shared: false, is_default: false });
  return (
    <Modal opened onClose={onClose} title="Save this view" closeOnClickOutside={false}>
      <ContractForm
        form={form}
        submit="Save"
        onSubmit={async (view) => {
          await save.mutateAsync(view);
          announceSuccess('The view was saved.');
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput
          {...form.register('name')}
          label="Name"
          description="It keeps the period, the comparison and the filters of the page."
          required
          data-autofocus
          error={form.formState.errors.name?.message}
        />
        <SwitchField
          control={form.control}
          name="shared"
          label="Share it"
          description="Everybody who may see this page finds it."
        />
        <SwitchField
          control={form.control}
          name="is_default"
          label="Begin with it"
          description="The page opens with this view for you."
        />
      </ContractForm>
    </Modal>
  );
};
