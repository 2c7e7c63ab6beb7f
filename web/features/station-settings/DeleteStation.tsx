import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Station } from '#contract/api/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { forgetStation, useRemoveStation } from '#web/parts/station-settings-queries.ts';
import { StationSubscriptions } from './StationSubscriptions.tsx';
import { ActionRow } from './ActionRow.tsx';

/** Deletes the station once its name is typed; if that is refused, shows what to do first (spec §4). */
export const DeleteStation = ({ station }: { station: Station }) => {
  const { account_key: accountKey, key, name } = station;
  const seesAccount = useMay('account.read', { accountKey });
  const remove = useRemoveStation(key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const refusal = remove.error ? asApiError(remove.error) : undefined;
  const close = (): void => {
    setOpen(false);
    remove.reset();
  };
  const leave = async (): Promise<void> => {
    setOpen(false);
    toastSuccess(`${name} deleted. You can restore it for 30 days.`);
    await (seesAccount
      ? navigate({ to: '/accounts/$accountKey/stations', params: { accountKey } })
      : navigate({ to: '/' }));
    forgetStation(queries, key);
  };
  return (
    <ActionRow
      id="delete"
      text="Deleting takes the station off the air immediately. Account owners and admins can restore it for 30 days; after that it is permanently deleted."
    >
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        Delete station
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Delete ${name}?`}
        confirm="Delete"
        typed={name}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={close}
      >
        Takes the station off the air and disconnects all listeners and encoders. You can restore it for 30 days.
        {refusal && (
          <Alert color="red" mt="md" title={refusal.title} role="alert">
            {refusal.text}
            {refusal.code === 'station.hasSubscription' && <StationSubscriptions station={station} />}
          </Alert>
        )}
      </ConfirmDialog>
    </ActionRow>
  );
};
