import { Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { NewNumber, type PortalNumber } from '#contract/api/telephony-admin.ts';
import { countries } from '#web/lib/countries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { trunksQuery, useSaveNumber } from './portal-queries.ts';

type NumberDialogProps = { number: PortalNumber | undefined; onClose: () => void };

/** Adds a phone number to the pool, or changes what is known of one. */
export const NumberDialog = ({ number, onClose }: NumberDialogProps) => {
  const save = useSaveNumber(number?.did);
  const { data: trunks = [] } = useQuery(trunksQuery);
  const form = useContractForm<z.input<typeof NewNumber>, z.output<typeof NewNumber>>(NewNumber, {
    did: number?.did ?? '',
    country: number?.country ?? '',
    label: number?.label ?? '',
    trunk: number?.trunk ?? null,
    note: number?.note ?? '',
    monthly_cents: number?.monthly_cents ?? null,
  });
  const { errors } = form.formState;
  return (
    <Modal opened onClose={onClose} title={number ? number.display : 'Add a number'} closeOnClickOutside={false}>
      <ContractForm
        form={form}
        submit={number ? 'Save' : 'Add'}
        onCancel={onClose}
        onSubmit={async (values) => {
          const { display } = await save.mutateAsync(values);
          toastSuccess(number ? `${display} was saved.` : `${display} was added to the pool.`);
          onClose();
        }}
      >
        {!number && (
          <TextInput
            {...form.register('did')}
            label="Number"
            description="With + and its country code, as in +49 30 12345678"
            inputMode="tel"
            autoComplete="off"
            required
            data-autofocus
            error={errors.did?.message}
          />
        )}
        <NativeSelect
          {...form.register('country')}
          label="Country"
          data={[{ value: '', label: number ? 'Unknown' : 'That of the number' }, ...countries()]}
          error={errors.country?.message}
        />
        <TextInput
          {...form.register('label')}
          label="Label"
          description="For example its city"
          error={errors.label?.message}
        />
        <NativeSelect
          {...form.register('trunk', { setValueAs: (value: string | null) => value || null })}
          label="Line"
          description="Of the carrier from which you have it"
          data={[{ value: '', label: 'None' }, ...trunks.map(({ id, name }) => ({ value: id, label: name }))]}
          error={errors.trunk?.message}
        />
        <NumberField
          control={form.control}
          name="monthly_cents"
          label="Price a month"
          description="For your overview; stations don’t see it"
          prefix="$"
          scale={100}
          min={0}
          max={10_000}
        />
        <TextInput {...form.register('note')} label="Note" error={errors.note?.message} />
      </ContractForm>
    </Modal>
  );
};
