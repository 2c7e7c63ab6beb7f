import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { PortalUser } from '#contract/api/people.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useRemoveSecondFactors, useSuspendUser } from './queries.ts';

type Person = z.infer<typeof PortalUser>;

/** Suspends a user after a confirmation, because it signs them out; reactivates without one. */
export const SuspendButton = ({ person }: { person: Person }) => {
  const { data: me } = useQuery(meQuery);
  const [isConfirming, setConfirming] = useState(false);
  const change = useSuspendUser();
  const name = person.fullName || person.email;
  if (person.id === me?.id) return <Text size="sm">You</Text>;
  const run = (suspend: boolean): void =>
    change.mutate(
      { userId: person.id, suspend },
      {
        onSuccess: () => toastSuccess(suspend ? `${name} suspended.` : `${name} can sign in again.`),
        onSettled: () => setConfirming(false),
      },
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        aria-label={`${person.disabled ? 'Reactivate' : 'Suspend'} ${name}`}
        onClick={() => (person.disabled ? run(false) : setConfirming(true))}
      >
        {person.disabled ? 'Reactivate' : 'Suspend'}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Suspend ${name}?`}
        confirm="Suspend"
        danger
        busy={change.isPending}
        onConfirm={() => run(true)}
        onClose={() => setConfirming(false)}
      >
        {name} is signed out within a minute and cannot sign in again. Their accounts and stations are not affected.
      </ConfirmDialog>
    </>
  );
};

/** For a user who lost their second factor and recovery codes: removes them, so that the password alone is enough. */
export const RemoveFactorsButton = ({ person }: { person: Person }) => {
  const { data: me } = useQuery(meQuery);
  const [isConfirming, setConfirming] = useState(false);
  const remove = useRemoveSecondFactors();
  const name = person.fullName || person.email;
  if (!person.secondFactor || person.id === me?.id) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove the second factors of ${name}`}
        onClick={() => setConfirming(true)}
      >
        Remove second factors
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Remove the second factors of ${name}?`}
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(person.id, {
            onSuccess: () => toastSuccess(`${name} now signs in without a second factor.`),
            onSettled: () => setConfirming(false),
          })
        }
        onClose={() => setConfirming(false)}
      >
        Make sure that {name} really requested this. They are signed out, notified by e-mail, and can then sign in with
        their password alone.
      </ConfirmDialog>
    </>
  );
};
