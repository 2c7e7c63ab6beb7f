import { Alert, Anchor, Button, Divider, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '#contract/accounts.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useRemoveAccount, useSuspendAccount } from '#web/parts/account-queries.ts';
import { forgetAccount } from '../shared/forget-account.ts';

/** For portal administrators: suspend or reactivate an account, or delete it with everything it has (spec §4). */
export const DangerZone = ({ account }: { account: Account }) => (
  <Surface title="Danger zone">
    <Suspending account={account} />
    <Divider my="md" />
    <Deleting account={account} />
  </Surface>
);

const Suspending = ({ account }: { account: Account }) => {
  const suspend = useSuspendAccount(account.key);
  const [isAsked, setAsked] = useState(false);
  const to = account.suspended ? 'reactivate' : 'suspend';
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm" flex="1 1 260px">
        {account.suspended
          ? 'The account is suspended: its stations are off the air, and its people change nothing.'
          : 'A suspended account is off the air at once; its people see it, and change nothing.'}
      </Text>
      <Button variant="default" onClick={() => setAsked(true)}>
        {account.suspended ? 'Reactivate the account' : 'Suspend the account'}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={account.suspended ? `Reactivate ${account.company}?` : `Suspend ${account.company}?`}
        confirm={account.suspended ? 'Reactivate' : 'Suspend'}
        danger={!account.suspended}
        busy={suspend.isPending}
        onConfirm={() =>
          suspend.mutate(to, {
            onSuccess: () => announceSuccess(`The account was ${to === 'suspend' ? 'suspended' : 'reactivated'}.`),
            onSettled: () => setAsked(false),
          })
        }
        onClose={() => setAsked(false)}
      >
        {account.suspended
          ? 'Its stations go back to what they were doing.'
          : `All ${account.stations_count} stations leave the air, and who listens is let go. Nothing is lost.`}
      </ConfirmDialog>
    </Group>
  );
};

const Deleting = ({ account }: { account: Account }) => {
  const remove = useRemoveAccount(account.key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const refusal = remove.error ? asApiError(remove.error) : undefined;
  const close = (): void => {
    setAsked(false);
    remove.reset();
  };
  const leave = async (): Promise<void> => {
    setAsked(false);
    announceSuccess(`${account.company} was deleted.`);
    await navigate({ to: '/accounts' });
    forgetAccount(queries, account.key);
  };
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm" flex="1 1 260px">
        Deleting takes the account’s stations, music, people and numbers with it. It cannot be undone.
      </Text>
      <Button color="red" variant="light" onClick={() => setAsked(true)}>
        Delete the account
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={`Delete ${account.company}?`}
        confirm="Delete"
        typed={account.company}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={close}
      >
        All its stations, their streams, music and numbers are deleted, for good.
        {refusal && (
          <Alert color="red" mt="md" title={refusal.title} role="alert">
            {refusal.text}{' '}
            {refusal.code === 'account.hasSubscription' && (
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link to="/accounts/$accountKey/upgrade" params={{ accountKey: account.key }} {...props} />
                )}
              >
                End the plan
              </Anchor>
            )}
          </Alert>
        )}
      </ConfirmDialog>
    </Group>
  );
};
