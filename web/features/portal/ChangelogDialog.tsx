import { Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { NewChangelogItem, type ChangelogItem } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useChangelog } from './content-queries.ts';
import { HtmlField } from '#web/ui/form/HtmlField.tsx';

type FormInput = z.input<typeof NewChangelogItem>;
type FormOutput = z.output<typeof NewChangelogItem>;

/** Creates or edits a changelog entry. */
export const ChangelogDialog = ({ item, onClose }: { item: ChangelogItem | undefined; onClose: () => void }) => {
  const { save } = useChangelog();
  const form = useContractForm<FormInput, FormOutput>(NewChangelogItem, {
    title: item?.title ?? '',
    version: item?.version ?? '',
    contentHtml: item?.contentHtml ?? '',
    kind: item?.kind ?? 'added',
    date: item?.date ?? new Date().toISOString().slice(0, 10),
  });
  const { errors } = form.formState;
  return (
    <Modal opened onClose={onClose} title={item ? 'Edit entry' : 'New entry'} closeOnClickOutside={false} size="xl">
      <ContractForm
        form={form}
        submit={item ? 'Save' : 'Publish'}
        onSubmit={async (values) => {
          await save.mutateAsync(item ? { ...values, id: item.id } : values);
          toastSuccess(item ? 'Entry saved.' : 'Entry published.');
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput {...form.register('title')} label="Title" required data-autofocus error={errors.title?.message} />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NativeSelect
            {...form.register('kind')}
            label="Type"
            data={[
              { value: 'added', label: 'Added' },
              { value: 'changed', label: 'Changed' },
              { value: 'fixed', label: 'Fixed' },
              { value: 'removed', label: 'Removed' },
            ]}
          />
          <TextInput {...form.register('version')} label="Version" error={errors.version?.message} />
          <TextInput {...form.register('date')} type="date" label="Date" required error={errors.date?.message} />
        </SimpleGrid>
        <HtmlField control={form.control} name="contentHtml" label="Text" />
      </ContractForm>
    </Modal>
  );
};
