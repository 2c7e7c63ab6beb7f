import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { TrunkFields, type PortalTrunk } from '#contract/api/telephony-admin.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { CloudFields } from './CloudFields.tsx';
import { useRemoveTrunk, useSaveTrunk } from './portal-queries.ts';
import { SipFields } from './SipFields.tsx';

type TrunkDialogProps = { trunk: PortalTrunk | undefined; onClose: () => void };

/** Connects a carrier's line, or changes one. */
export const TrunkDialog = ({ trunk, onClose }: TrunkDialogProps) => {
  const save = useSaveTrunk(trunk?.id);
  const form = useContractForm<z.input<typeof TrunkFields>, z.output<typeof TrunkFields>>(TrunkFields, {
    name: trunk?.name ?? '',
    kind: trunk?.kind ?? 'sip',
    addresses: [...(trunk?.addresses ?? [])],
    username: trunk?.username ?? '',
    secret: trunk?.secret ?? '',
    public_key: trunk?.public_key ?? '',
    public_url: trunk?.public_url ?? '',
    transport: trunk?.transport ?? 'udp',
    srtp: trunk?.srtp ?? 'optional',
    number_from: trunk?.number_from ?? 'uri',
    media: trunk?.media ?? 'same',
    active: trunk?.active ?? true,
  });
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' }) ?? 'sip';
  return (
    <Modal opened onClose={onClose} title={trunk ? trunk.name : 'Connect a line'} size="lg" closeOnClickOutside={false}>
      <ContractForm
        form={form}
        submit={trunk ? 'Save' : 'Connect'}
        onCancel={onClose}
        onSubmit={async (values) => {
          const { username, secret, public_key: key, public_url: url } = values;
          const written = { username: username || null, secret: secret || null, public_key: key || null };
          await save.mutateAsync({ ...values, ...written, public_url: url || null });
          toastSuccess('Call one of its numbers to test it.', trunk ? 'Line saved' : 'Line connected');
          onClose();
        }}
      >
        <TextInput {...form.register('name')} label="Name" required data-autofocus error={errors.name?.message} />
        <NativeSelect
          {...form.register('kind')}
          label="Kind"
          data={[
            { value: 'sip', label: 'SIP: a carrier’s trunk or a telephone system' },
            { value: 'twilio', label: 'Twilio Voice, over the web' },
            { value: 'telnyx', label: 'Telnyx Voice API, over the web' },
          ]}
        />
        {kind === 'sip' ? <SipFields form={form} /> : <CloudFields form={form} kind={kind} trunk={trunk} />}
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
