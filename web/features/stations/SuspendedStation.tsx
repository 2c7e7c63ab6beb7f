import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Station } from '#contract/api/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { useSuspendStation } from '#web/parts/station-settings-queries.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** On every page of a suspended station: that it is, and how to reactivate it (after a confirmation, spec §4). */
export const SuspendedStation = ({ station: { account_key: accountKey, key, name } }: { station: Station }) => {
  const mayReactivate = useMay('station.suspend', { accountKey, stationKey: key });
  const suspend = useSuspendStation(key);
  const [isOpen, setOpen] = useState(false);
  const reactivate = (): void =>
    suspend.mutate('reactivate', {
      onSuccess: () => toastSuccess('Station reactivated.'),
      onSettled: () => setOpen(false),
    });
  return (
    <Alert color="yellow" mt="md" title="Station suspended">
      <Group justify="space-between" gap="sm">
        The station is not active.
        {mayReactivate && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Reactivate
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={isOpen}
        title={`Reactivate ${name}?`}
        confirm="Reactivate"
        busy={suspend.isPending}
        onConfirm={reactivate}
        onClose={() => setOpen(false)}
      >
        Encoders and listeners can connect again, and the playlist resumes.
      </ConfirmDialog>
    </Alert>
  );
};
