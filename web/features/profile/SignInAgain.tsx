import { Alert, Button, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useState, type ComponentProps } from 'react';
import { SignInAgainContext } from '#web/lib/sign-out.ts';
import { signInQuery } from './sign-in-queries.ts';

/** What a change of the sign-in requires: nothing, the current password or a fresh sign-in. */
export const useRequiredProof = (): 'nothing' | 'password' | 'signIn' => {
  const { data } = useQuery(signInQuery);
  if (!data || data.recent) return 'nothing';
  return data.provider === 'embedded' ? 'password' : 'signIn';
};

/** Sends the user through the provider's sign-in and back to this section. */
export const SignInAgain = ({ section }: { section: string }) => {
  const { data } = useQuery(signInQuery);
  const signInAgain = use(SignInAgainContext);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Alert title="Please sign in again" role="note">
      To change this you must have signed in within the last 5 minutes. You return to this page.
      <br />
      <Button
        mt="sm"
        loading={isLeaving}
        onClick={() => {
          setLeaving(true);
          void signInAgain(`/profile/settings#${section}`, data?.email ?? '').catch(() => setLeaving(false));
        }}
      >
        Sign in again
      </Button>
    </Alert>
  );
};

/** The current password, required if the sign-in is older than 5 minutes. */
export const CurrentPassword = (field: ComponentProps<typeof PasswordInput>) => (
  <PasswordInput
    {...field}
    label="Current password"
    description="Required because you signed in more than 5 minutes ago"
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
  />
);
