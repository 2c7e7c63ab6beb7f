import { Alert, Button, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useState, type ComponentProps } from 'react';
import { SignInAgainContext } from '#web/lib/sign-out.ts';
import { signInQuery } from './sign-in-queries.ts';

/** What a section needs before the sign-in may be changed: nothing, the present password, or a sign-in just now. */
export const useProofNeeded = (): 'nothing' | 'password' | 'signIn' => {
  const { data } = useQuery(signInQuery);
  if (!data || data.recent) return 'nothing';
  return data.provider === 'embedded' ? 'password' : 'signIn';
};

/** Leads through the provider's sign-in and back to this section. */
export const SignInAgain = ({ section }: { section: string }) => {
  const { data } = useQuery(signInQuery);
  const signInAgain = use(SignInAgainContext);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Alert title="Please sign in again" role="note">
      Changing this needs a sign-in within the last 5 minutes. You come back to this page.
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

/** The present password, asked for where the sign-in is older than five minutes. */
export const CurrentPassword = (field: ComponentProps<typeof PasswordInput>) => (
  <PasswordInput
    {...field}
    label="Current password"
    description="Asked for as your sign-in is more than 5 minutes ago"
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
  />
);
