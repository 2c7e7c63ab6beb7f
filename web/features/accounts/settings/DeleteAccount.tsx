import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '#contract/api/accounts.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { subscriptionsQuery, useCancelSubscription } from '#web/features/billing/queries.ts';
import { isShown } from '#web/features/billing/shared/active-subscriptions.ts';
import { nameOfSubscription, statusName } from '#web/features/billing/shared/plan-labels.ts';
import { useRemoveAccount } from '#web/parts/account-queries.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { refetchStale } from '#web/lib/endpoint-query.ts';
import { forgetAccount } from '../shared/forget-account.ts';

/** Deletes an account; says beforehand which subscriptions block it, and ends them with it. */
export const DeleteAccount = ({ account }: { account: Account }) => {
  const remove = useRemoveAccount(account.key);
  const cancel = useCancelSubscription(account.key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const { data: subscriptions, isPending } = useQuery({
    ...subscriptionsQuery(account.key),
    enabled: isConfirming && brand.flags.subscriptions,
    throwOnError: false,
  });
  const blocking = (subscriptions ?? []).filter(isShown);
  const refusal = remove.error ? asApiError(remove.error) : undefined;
  const close = (): void => {
    setConfirming(false);
    remove.reset();
  };
  const run = async (): Promise<void> => {
    for (const { id } of blocking) await cancel.mutateAsync({ subId: id, at: 'now', reason: 'Account deleted' });
    await remove.mutateAsync(undefined);
    setConfirming(false);
    toastSuccess(`${account.company} deleted.`);
    await navigate({ to: '/accounts' });
    forgetAccount(queries, account.key);
    void refetchStale(queries);
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
        confirm={blocking.length > 0 ? 'End plan and delete' : 'Delete'}
        typed={account.company}
        danger
        busy={remove.isPending || cancel.isPending || (brand.flags.subscriptions && isPending)}
        // A refusal is shown below, and by a toast where ending the plan failed.
        onConfirm={() => void run().catch(() => undefined)}
        onClose={close}
      >
        This permanently deletes all stations, music, {wording.podcasts} and statistics of the account.
        {blocking.length > 0 && <Blocking subscriptions={blocking} />}
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

/** What has to end before an account can be deleted. */
const Blocking = ({ subscriptions }: { subscriptions: readonly Subscription[] }) => (
  <Alert color="yellow" mt="md" title="The plan has to end first">
    Deleting ends it at once; nothing is refunded.
    <List size="sm" mt="xs">
      {subscriptions.map((subscription) => (
        <List.Item key={subscription.id}>
          {nameOfSubscription(subscription)} ({statusName[subscription.status]}
          {subscription.current_period_end && `, until ${day(subscription.current_period_end)}`})
        </List.Item>
      ))}
    </List>
  </Alert>
);
