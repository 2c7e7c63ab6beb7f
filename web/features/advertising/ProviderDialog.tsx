import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { NewAdProvider, providerConsents, providerModes, type AdProvider } from '#contract/api/ad-providers.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { useChangeProvider, useCreateProvider, type ProviderOwner } from './provider-queries.ts';

type ProviderDialogProps = {
  owner: ProviderOwner;
  /** The ad server to change; undefined adds one. */
  provider: AdProvider | undefined;
  onClose: () => void;
};

const Schema = NewAdProvider as unknown as z.ZodMiniType<NewAdProvider, NewAdProvider>;
const empty: NewAdProvider = { name: '', tagUrl: '', enabled: false, consent: 'outsideEurope', mode: 'listener' };

/** Adds or changes an ad server: its tag, and for whose listeners it may be asked. */
export const ProviderDialog = ({ owner, provider, onClose }: ProviderDialogProps) => {
  const create = useCreateProvider(owner);
  const change = useChangeProvider(owner);
  const [key] = useState(() => crypto.randomUUID());
  const values = provider
    ? {
        ...{ name: provider.name, tagUrl: provider.tagUrl ?? '' },
        ...{ enabled: provider.enabled, consent: provider.consent, mode: provider.mode },
      }
    : empty;
  const form = useContractForm<NewAdProvider, NewAdProvider>(Schema, values);
  const { errors } = form.formState;
  const mode = useWatch({ control: form.control, name: 'mode' });
  return (
    <Modal
      opened
      onClose={onClose}
      title={provider ? provider.name : 'New ad server'}
      closeOnClickOutside={false}
      size="lg"
    >
      <ContractForm
        form={form}
        submit={provider ? 'Save' : 'Add'}
        onCancel={onClose}
        onSubmit={async (body) => {
          if (provider) await change.mutateAsync({ providerId: provider.id, body });
          else await create.mutateAsync({ body, key });
          toastSuccess(`“${body.name}” saved.`);
          onClose();
        }}
      >
        <TextInput
          {...form.register('name')}
          label="Name"
          maxLength={80}
          required
          data-autofocus
          error={errors.name?.message}
        />
        <TextInput
          {...form.register('tagUrl')}
          label="VAST tag"
          description="Its address; macros like [CACHEBUSTING] and [DEVICEIP] are replaced."
          placeholder="https://ads.example/vast?site=radio&cb=[CACHEBUSTING]"
          required
          autoComplete="off"
          error={errors.tagUrl?.message}
        />
        <Controller
          control={form.control}
          name="mode"
          render={({ field }) => (
            <Radio.Group
              label="How it is asked"
              description="Answers for nobody in particular can also play before a listener’s stream begins."
              value={field.value}
              onChange={field.onChange}
            >
              <Stack gap="xs" mt={6}>
                {Object.entries(providerModes).map(([value, label]) => (
                  <Radio key={value} value={value} label={label} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        />
        {mode === 'listener' && (
          <Controller
            control={form.control}
            name="consent"
            render={({ field }) => (
              <Radio.Group
                label="For whose listeners it is asked"
                description="It gets their address and player. A listener whose country is unknown counts as European."
                value={field.value}
                onChange={field.onChange}
              >
                <Stack gap="xs" mt={6}>
                  {Object.entries(providerConsents).map(([value, label]) => (
                    <Radio key={value} value={value} label={label} />
                  ))}
                </Stack>
              </Radio.Group>
            )}
          />
        )}
        <SwitchField
          control={form.control}
          name="enabled"
          label="Ask it"
          description="Only for campaigns that name it, on stations that allow ad servers"
        />
      </ContractForm>
    </Modal>
  );
};
