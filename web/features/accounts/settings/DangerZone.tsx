import { Alert, Anchor, Button, Divider, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '#contract/accounts.ts';
import { wording } from '#brand/wording.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useRemoveAccount, useSuspendAccount } from '#web/parts/account-queries.ts';
import { forgetAccount } from '../shared/forget-account.ts';

/** For portal administrators: suspends, reactivates or deletes an account (spec §4). */
export const DangerZone = ({ account }: { account: Account }) => (
  <Surface title="Danger zone">
    <Suspending account={account} />
    <Divider my="md" />
    <Deleting account={account} />
  </Surface>
);

const Suspending = ({ account }: { account: Account }) => {
  const suspend = useSuspendAccount(account.key);
  const [isConfirming, setConfirming] = useState(false);
  const to = account.suspended ? 'reactivate' : 'suspend';
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm" flex="1 1 260px">
        {account.suspended
          ? 'The account is suspended. Its stations are off the air, and members can sign in but cannot change anything.'
          : 'Suspending takes all stations off the air immediately; members can sign in but cannot change anything.'}
      </Text>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {account.suspended ? 'Reactivate account' : 'Suspend account'}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={account.suspended ? `Reactivate ${account.company}?` : `Suspend ${account.company}?`}
        confirm={account.suspended ? 'Reactivate' : 'Suspend'}
        danger={!account.suspended}
        busy={suspend.isPending}
        onConfirm={() =>
          suspend.mutate(to, {
            onSuccess: () => toastSuccess(`Account ${to === 'suspend' ? 'suspended' : 'reactivated'}.`),
            onSettled: () => setConfirming(false),
          })
        }
        onClose={() => setConfirming(false)}
      >
        {account.suspended
          ? 'Its stations resume what they were doing.'
          : `Takes all ${account.stations_count} stations off the air and disconnects their listeners. Nothing is deleted.`}
      </ConfirmDialog>
    </Group>
  );
};

const Deleting = ({ account }: { account: Account }) => {
  const remove = useRemoveAccount(account.key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const refusal = remove.error ? asApiError(remove.error) : undefined;
  const close = (): void => {
    setConfirming(false);
    remove.reset();
  };
  const leave = async (): Promise<void> => {
    setConfirming(false);
    toastSuccess(`${account.company} deleted.`);
    await navigate({ to: '/accounts' });
    forgetAccount(queries, account.key);
  };
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm" flex="1 1 260px">
        Deletes the account with its stations, music, team and statistics. This cannot be undone.
      </Text>
      <Button color="red" variant="light" onClick={() => setConfirming(true)}>
        Delete account
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Delete ${account.company}?`}
        confirm="Delete"
        typed={account.company}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={close}
      >
        This permanently deletes all stations, music, {wording.podcasts} and statistics of the account.
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
                End plan
              </Anchor>
            )}
          </Alert>
        )}
      </ConfirmDialog>
    </Group>
  );
};
