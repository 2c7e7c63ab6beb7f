import { Alert, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Email } from '#contract/rules/listing.ts';
import type { User } from '#contract/api/session.ts';
import { useChangeEmail } from '#web/features/session/queries.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { CurrentPassword, SignInAgain, useRequiredProof } from './SignInAgain.tsx';

const NewEmail = z.object({ email: Email, current: z.string() });
const noEmail = { email: '', current: '' };
type NewEmail = z.infer<typeof NewEmail>;

/** Changes the sign-in e-mail; it takes effect once confirmed by the link sent to it. */
export const EmailSection = ({ me }: { me: User }) => {
  const [sentTo, setSentTo] = useState<string>();
  const change = useChangeEmail();
  const form = useContractForm<NewEmail, NewEmail>(NewEmail, noEmail);
  const proof = useRequiredProof();
  return (
    <Surface id="email" title="E-mail" description={`You sign in as ${me.authentication.email}.`}>
      {sentTo !== undefined && (
        <Alert color="green" mb="md" title="Check your inbox" role="status">
          Open the link we sent to {sentTo} and sign in to this account there. Until then your old e-mail stays valid.
        </Alert>
      )}
      {proof === 'signIn' && <SignInAgain section="email" />}
      {proof !== 'signIn' && (
        <ContractForm
          form={form}
          submit="Change e-mail"
          onSubmit={async ({ email, current }) => {
            await change.mutateAsync({ email, ...(proof === 'password' && { current }) });
            form.reset(noEmail);
            setSentTo(email);
          }}
        >
          {proof === 'password' && (
            <CurrentPassword {...form.register('current')} error={form.formState.errors.current?.message} />
          )}
          <TextInput
            {...form.register('email')}
            type="email"
            label="New e-mail"
            autoComplete="email"
            error={form.formState.errors.email?.message}
          />
        </ContractForm>
      )}
    </Surface>
  );
};
