import { Alert, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Email } from '#contract/listing.ts';
import type { User } from '#contract/session.ts';
import { useChangeEmail } from '#web/features/session/queries.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { CurrentPassword, SignInAgain, useProofNeeded } from './SignInAgain.tsx';

const NewEmail = z.object({ email: Email, current: z.string() });
const noEmail = { email: '', current: '' };
type NewEmail = z.infer<typeof NewEmail>;

/** Another e-mail: it counts once the letter to it was answered. */
export const EmailSection = ({ me }: { me: User }) => {
  const [asked, setAsked] = useState<string>();
  const change = useChangeEmail();
  const form = useContractForm<NewEmail, NewEmail>(NewEmail, noEmail);
  const proof = useProofNeeded();
  return (
    <Surface id="email" title="E-mail" description={`You sign in as ${me.authentication.email}.`}>
      {asked !== undefined && (
        <Alert color="green" mb="md" title="A letter is on its way" role="status">
          Open the link in the letter to {asked} and sign in to this account there. Until then you sign in as before.
        </Alert>
      )}
      {proof === 'signIn' && <SignInAgain section="email" />}
      {proof !== 'signIn' && (
        <ContractForm
          form={form}
          submit="Change the e-mail"
          onSubmit={async ({ email, current }) => {
            await change.mutateAsync({ email, ...(proof === 'password' && { current }) });
            form.reset(noEmail);
            setAsked(email);
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
