import { Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { NewChangelogItem, type ChangelogItem } from '#contract/portal.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useChangelog } from './content-queries.ts';
import { HtmlField } from '#web/ui/form/HtmlField.tsx';

type In = z.input<typeof NewChangelogItem>;
type Out = z.output<typeof NewChangelogItem>;

/** Writes an entry of the changelog, or changes one. */
export const ChangelogDialog = ({ item, onClose }: { item: ChangelogItem | undefined; onClose: () => void }) => {
  const { save } = useChangelog();
  const form = useContractForm<In, Out>(NewChangelogItem, {
    title: item?.title ?? '',
    version: item?.version ?? '',
    contentHtml: item?.contentHtml ?? '',
    kind: item?.kind ?? 'added',
    date: item?.date ?? new Date().toISOString().slice(0, 10),
  });
  const { errors } = form.formState;
  return (
    <Modal opened onClose={onClose} title={item ? 'Edit the entry' : 'New entry'} closeOnClickOutside={false} size="xl">
      <ContractForm
        form={form}
        submit={item ? 'Save' : 'Publish'}
        onSubmit={async (values) => {
          await save.mutateAsync(item ? { ...values, id: item.id } : values);
          announceSuccess(item ? 'The entry was saved.' : 'The entry was published.');
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput {...form.register('title')} label="Title" required data-autofocus error={errors.title?.message} />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NativeSelect
            {...form.register('kind')}
            label="Kind"
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
