import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Station } from '#contract/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { forgetStation, useRemoveStation } from '#web/parts/station-settings-queries.ts';
import { StationSubscriptions } from './StationSubscriptions.tsx';
import { Step } from './Step.tsx';

/** Deletes the station after its name was typed; where that is refused it says what to do first (spec §4). */
export const DeleteStation = ({ station }: { station: Station }) => {
  const { account_key: accountKey, key, name } = station;
  const seesAccount = useMay('account.read', { accountKey });
  const remove = useRemoveStation(key);
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
    announceSuccess(`${name} was deleted. It can be restored for 30 days.`);
    await (seesAccount
      ? navigate({ to: '/accounts/$accountKey/stations', params: { accountKey } })
      : navigate({ to: '/' }));
    forgetStation(queries, key);
  };
  return (
    <Step text="A deleted station is off the air at once. For 30 days the account’s owners and admins can restore it; then everything of it is removed for good.">
      <Button color="red" variant="light" onClick={() => setAsked(true)}>
        Delete the station
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={`Delete ${name}?`}
        confirm="Delete"
        typed={name}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={close}
      >
        Its listeners and encoders are let go, and its address answers nobody.
        {refusal && (
          <Alert color="red" mt="md" title={refusal.title} role="alert">
            {refusal.text}
            {refusal.code === 'station.hasSubscription' && <StationSubscriptions station={station} />}
          </Alert>
        )}
      </ConfirmDialog>
    </Step>
  );
};
