import { Button, Divider, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '#contract/api/accounts.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSuspendAccount } from '#web/parts/account-queries.ts';
import { DeleteAccount } from './DeleteAccount.tsx';

/** For portal administrators: suspends, reactivates or deletes an account (spec §4). */
export const DangerZone = ({ account }: { account: Account }) => (
  <Surface title="Danger zone">
    <Suspending account={account} />
    <Divider my="md" />
    <DeleteAccount account={account} />
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
