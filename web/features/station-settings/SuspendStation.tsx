import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Station } from '#contract/api/stations.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useSuspendStation } from '#web/parts/station-settings-queries.ts';
import { ActionRow } from './ActionRow.tsx';

/** Takes the station off the air until it is reactivated, or reactivates it, each after a confirmation (spec §4). */
export const SuspendStation = ({ station }: { station: Station }) => {
  const suspend = useSuspendStation(station.key);
  const [isOpen, setOpen] = useState(false);
  const to = station.suspended ? 'reactivate' : 'suspend';
  return (
    <ActionRow
      id="suspend"
      text={
        station.suspended
          ? 'The station is not active. Nothing is lost: reactivate it to go back on the air.'
          : 'Suspending takes the station off the air immediately. Music, settings and team are kept.'
      }
    >
      <Button variant="default" onClick={() => setOpen(true)}>
        {station.suspended ? 'Reactivate station' : 'Suspend station'}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={station.suspended ? `Reactivate ${station.name}?` : `Suspend ${station.name}?`}
        confirm={station.suspended ? 'Reactivate' : 'Suspend'}
        danger={!station.suspended}
        busy={suspend.isPending}
        onConfirm={() =>
          suspend.mutate(to, {
            onSuccess: () => toastSuccess(`Station ${to === 'suspend' ? 'suspended' : 'reactivated'}.`),
            onSettled: () => setOpen(false),
          })
        }
        onClose={() => setOpen(false)}
      >
        {station.suspended
          ? 'Encoders and listeners can connect again, and the playlist resumes.'
          : 'All listeners and encoders are disconnected, and nobody can connect until you reactivate the station.'}
      </ConfirmDialog>
    </ActionRow>
  );
};
