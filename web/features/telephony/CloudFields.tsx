import { PasswordInput, Text, TextInput } from '@mantine/core';
import { webhookOf } from '#contract/engine/engine-calls.ts';
import type { PortalTrunk } from '#contract/api/telephony-admin.ts';
import type { TrunkForm } from './trunk-form.ts';

type CloudFieldsProps = { form: TrunkForm; kind: 'twilio' | 'telnyx'; trunk: PortalTrunk | undefined };

/** What a line of a cloud carrier needs: where it reaches us, and how we recognize each other. */
export const CloudFields = ({ form, kind, trunk }: CloudFieldsProps) => {
  const { errors } = form.formState;
  const webhook = trunk && webhookOf(trunk);
  return (
    <>
      <TextInput
        {...form.register('public_url')}
        label="Public address"
        description="Where the carrier reaches the port for calls over the web (CALLS_PORT)"
        placeholder="https://calls.example.com"
        required
        error={errors.public_url?.message}
      />
      {kind === 'twilio' && (
        <TextInput
          {...form.register('username')}
          label="Account SID"
          description="Accepts calls of this account only"
          autoComplete="off"
          error={errors.username?.message}
        />
      )}
      <PasswordInput
        {...form.register('secret')}
        label={kind === 'twilio' ? 'Auth token' : 'API key'}
        description={kind === 'twilio' ? 'Stored encrypted' : 'Answers calls, stored encrypted'}
        autoComplete="new-password"
        required
        error={errors.secret?.message}
      />
      {kind === 'telnyx' && (
        <TextInput
          {...form.register('public_key')}
          label="Public key"
          description="Of your account at Telnyx, which signs its webhooks"
          required
          autoComplete="off"
          error={errors.public_key?.message}
        />
      )}
      <Text size="sm" c="dimmed">
        {webhook ? (
          <>
            Webhook of your numbers at the carrier: <bdi dir="ltr">{webhook}</bdi>
          </>
        ) : (
          'Once the line is connected, Lines shows the webhook for your numbers at the carrier.'
        )}
      </Text>
    </>
  );
};
