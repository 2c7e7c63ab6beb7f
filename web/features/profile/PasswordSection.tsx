import { Progress, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { limits } from '#contract/rules/limits.ts';
import { useChangePassword } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { CurrentPassword, SignInAgain, useRequiredProof } from './SignInAgain.tsx';
import { strengthOf } from './password-strength.ts';

const NewPassword = z
  .object({
    value: z
      .string()
      .check(
        z.minLength(limits.passwordMin, `Use at least ${limits.passwordMin} characters.`),
        z.maxLength(limits.passwordMax, `Use at most ${limits.passwordMax} characters.`),
      ),
    again: z.string(),
    current: z.string(),
  })
  .check(z.refine(({ value, again }) => value === again, { path: ['again'], message: 'The passwords do not match.' }));
type NewPassword = z.infer<typeof NewPassword>;

const noPassword: NewPassword = { value: '', again: '', current: '' };

/** Changes the password at the identity provider. */
export const PasswordSection = () => {
  const change = useChangePassword();
  const form = useContractForm<NewPassword, NewPassword>(NewPassword, noPassword);
  const proof = useRequiredProof();
  const { errors } = form.formState;
  const value = useWatch({ control: form.control, name: 'value' });
  return (
    <Surface id="password" title="Password" description="Changing it signs you out on all other devices.">
      {proof === 'signIn' && <SignInAgain section="password" />}
      {proof !== 'signIn' && (
        <ContractForm
          form={form}
          submit="Change password"
          onSubmit={async ({ value: password, current }) => {
            await change.mutateAsync({ value: password, ...(proof === 'password' && { current }) });
            form.reset(noPassword);
            toastSuccess('Password changed.');
          }}
        >
          {proof === 'password' && <CurrentPassword {...form.register('current')} error={errors.current?.message} />}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <div>
              <TextInput
                {...form.register('value')}
                type="password"
                label="New password"
                autoComplete="new-password"
                error={errors.value?.message}
              />
              {value !== '' && <Strength password={value} />}
            </div>
            <TextInput
              {...form.register('again')}
              type="password"
              label="Confirm new password"
              autoComplete="new-password"
              error={errors.again?.message}
            />
          </SimpleGrid>
        </ContractForm>
      )}
    </Surface>
  );
};

const strengthLabels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
const colors = ['red', 'red', 'yellow', 'green', 'green'] as const;

const Strength = ({ password }: { password: string }) => {
  const strength = strengthOf(password);
  return (
    <>
      <Progress
        mt={8}
        size="sm"
        value={((strength + 1) / strengthLabels.length) * 100}
        color={colors[strength]}
        aria-label="Password strength"
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {strengthLabels[strength]}
      </Text>
    </>
  );
};
