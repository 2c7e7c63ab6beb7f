import { Button, Modal, NativeSelect, PasswordInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import type * as z from 'zod/mini';
import { trunkTransports } from '#contract/engine-calls.ts';
import { TrunkFields, type PortalTrunk } from '#contract/telephony-admin.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { useRemoveTrunk, useSaveTrunk } from './portal-queries.ts';

type TrunkDialogProps = { trunk: PortalTrunk | undefined; onClose: () => void };

/** Connects a carrier's line, or changes one. */
export const TrunkDialog = ({ trunk, onClose }: TrunkDialogProps) => {
  const save = useSaveTrunk(trunk?.id);
  const form = useContractForm<z.input<typeof TrunkFields>, z.output<typeof TrunkFields>>(TrunkFields, {
    name: trunk?.name ?? '',
    addresses: [...(trunk?.addresses ?? [])],
    username: trunk?.username ?? '',
    secret: trunk?.secret ?? '',
    transport: trunk?.transport ?? 'udp',
    srtp: trunk?.srtp ?? 'optional',
    number_from: trunk?.number_from ?? 'uri',
    media: trunk?.media ?? 'same',
    active: trunk?.active ?? true,
  });
  const { errors } = form.formState;
  const wrongAddress = [errors.addresses].flat().find((error) => error?.message)?.message;
  return (
    <Modal opened onClose={onClose} title={trunk ? trunk.name : 'Connect a line'} size="lg" closeOnClickOutside={false}>
      <ContractForm
        form={form}
        submit={trunk ? 'Save' : 'Connect'}
        onCancel={onClose}
        onSubmit={async (values) => {
          await save.mutateAsync({ ...values, username: values.username || null, secret: values.secret || null });
          toastSuccess('Call one of its numbers to test it.', trunk ? 'Line saved' : 'Line connected');
          onClose();
        }}
      >
        <TextInput {...form.register('name')} label="Name" required data-autofocus error={errors.name?.message} />
        <Controller
          control={form.control}
          name="addresses"
          render={({ field }) => (
            <TagsInput
              label="Addresses"
              description="IP addresses or networks that its calls come from, as your carrier lists them"
              placeholder={field.value.length === 0 ? '203.0.113.0/24' : ''}
              required
              value={field.value}
              onChange={field.onChange}
              splitChars={[',', ' ', '\n']}
              acceptValueOnBlur
              error={wrongAddress}
            />
          )}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...form.register('username')}
            label="User name"
            description="If the carrier signs in as well"
            autoComplete="off"
            error={errors.username?.message}
          />
          <PasswordInput
            {...form.register('secret')}
            label="Password"
            description="Stored encrypted"
            autoComplete="new-password"
            error={errors.secret?.message}
          />
          <NativeSelect
            {...form.register('transport')}
            label="Transport"
            data={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
          />
          <NativeSelect
            {...form.register('srtp')}
            label="Encrypted sound"
            description="Needs TLS"
            data={[
              { value: 'optional', label: 'If the carrier offers it' },
              { value: 'required', label: 'Required' },
              { value: 'off', label: 'Never' },
            ]}
          />
          <TextInput
            {...form.register('number_from')}
            label="Called number is in"
            description="uri, to, or the name of a header"
            error={errors.number_from?.message}
          />
          <NativeSelect
            {...form.register('media')}
            label="Sound goes to"
            data={[
              { value: 'same', label: 'The addresses above' },
              { value: 'any', label: 'Any address that the call names' },
            ]}
          />
        </SimpleGrid>
        <SwitchField control={form.control} name="active" label="Active" description="Calls on it are answered" />
        {trunk && <RemoveTrunk trunk={trunk} onRemoved={onClose} />}
      </ContractForm>
    </Modal>
  );
};

const RemoveTrunk = ({ trunk, onRemoved }: { trunk: PortalTrunk; onRemoved: () => void }) => {
  const remove = useRemoveTrunk();
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Remove this line
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Remove ${trunk.name}?`}
        confirm="Remove"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(trunk.id, {
            onSuccess: () => {
              toastSuccess('Its numbers stay in the pool.', 'Line removed');
              onRemoved();
            },
          })
        }
        onClose={() => setAsking(false)}
      >
        Calls from it are no longer answered. Calls in progress continue.
      </ConfirmDialog>
    </div>
  );
};
