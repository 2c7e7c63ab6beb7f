import { Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { NewRelay } from '#contract/api/relays.ts';
import type { Station } from '#contract/api/stations.ts';
import { toastInvalid, toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';
import { useAddRelay, useChangeRelay } from './queries.ts';

type In = z.input<typeof NewRelay>;
type Out = z.output<typeof NewRelay>;
type RelayDialogProps = { master: Station; relay: Station | undefined; onClose: () => void };

/** Adds a relay to a station, or changes one. */
export const RelayDialog = ({ master, relay, onClose }: RelayDialogProps) => {
  const { save, isNew } = useSave(master, relay);
  const [from, setFrom] = useState<'master' | 'url'>(relay?.radio_server_settings.relay_url ? 'url' : 'master');
  const form = useContractForm<In, Out>(NewRelay, {
    name: relay?.name ?? '',
    streamname: relay?.streamname ?? '',
    relay_url: relay?.radio_server_settings.relay_url ?? '',
    interrupt_master: relay?.radio_server_settings.interrupt_master ?? false,
  });
  const { errors } = form.formState;
  const submit = async (body: Out): Promise<void> => {
    if (from === 'url' && body.relay_url === '') {
      form.setError('relay_url', { message: 'This field is required' }, { shouldFocus: true });
      return toastInvalid();
    }
    await save({ ...body, relay_url: from === 'url' ? body.relay_url : '' });
    toastSuccess(isNew ? `${body.name} added.` : 'Relay saved.');
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isNew ? 'Add relay' : `Edit ${relay?.name ?? ''}`}
      closeOnClickOutside={false}
      size="lg"
    >
      <ContractForm form={form} submit={isNew ? 'Add relay' : 'Save'} onSubmit={submit} onCancel={onClose}>
        <TextInput
          {...form.register('name')}
          label="Name"
          description="6 to 100 letters, digits, spaces, dots, dashes, underscores and parentheses"
          required
          data-autofocus
          error={errors.name?.message}
        />
        <TextInput
          {...form.register('streamname', { setValueAs: (text: string) => text.trim() || undefined })}
          label="Mount point"
          description={isNew ? 'Leave empty to use the name' : 'If you change it, update all players.'}
          spellCheck={false}
          autoComplete="off"
          error={errors.streamname?.message}
        />
        <SegmentedField
          label="Source"
          fullWidth
          data={[
            { value: 'master', label: master.name },
            { value: 'url', label: 'A URL' },
          ]}
          value={from}
          onChange={setFrom}
        />
        {from === 'url' && (
          <TextInput
            {...form.register('relay_url')}
            type="url"
            label="Source URL"
            description="An MP3 or AAC stream of Icecast, Shoutcast or any HTTP server"
            placeholder="https://radio.example/live.mp3"
            spellCheck={false}
            error={errors.relay_url?.message}
          />
        )}
        <SwitchField
          control={form.control}
          name="interrupt_master"
          label="Encoder override"
          description="An encoder connected to this relay replaces its source until it disconnects."
        />
        <Text size="sm" c="dimmed">
          {isNew
            ? 'A relay starts with its master’s format. You can change it in the relay’s stream settings.'
            : 'Format and fail-over URLs are in the relay’s own settings.'}
        </Text>
      </ContractForm>
    </Modal>
  );
};

const useSave = (master: Station, relay: Station | undefined) => {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const add = useAddRelay(master.key);
  const change = useChangeRelay(master.key, relay?.key ?? master.key);
  return {
    isNew: relay === undefined,
    save: (body: Out) => (relay ? change.mutateAsync(body) : add.mutateAsync({ body, idempotencyKey })),
  };
};
