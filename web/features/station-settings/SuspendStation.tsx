import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Station } from '#contract/stations.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useSuspendStation } from '#web/parts/station-settings-queries.ts';
import { Step } from './Step.tsx';

/** Takes the station off the air until it is reactivated, or reactivates it; asks before (spec §4). */
export const SuspendStation = ({ station }: { station: Station }) => {
  const suspend = useSuspendStation(station.key);
  const [isAsked, setAsked] = useState(false);
  const to = station.suspended ? 'reactivate' : 'suspend';
  return (
    <Step
      text={
        station.suspended
          ? 'The station is not active. Nothing of it is lost; it goes on where it was.'
          : 'A suspended station leaves the air at once. Its music, settings and people stay.'
      }
    >
      <Button variant="default" onClick={() => setAsked(true)}>
        {station.suspended ? 'Reactivate the station' : 'Suspend the station'}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={station.suspended ? `Reactivate ${station.name}?` : `Suspend ${station.name}?`}
        confirm={station.suspended ? 'Reactivate' : 'Suspend'}
        danger={!station.suspended}
        busy={suspend.isPending}
        onConfirm={() =>
          suspend.mutate(to, {
            onSuccess: () => announceSuccess(`The station was ${to === 'suspend' ? 'suspended' : 'reactivated'}.`),
            onSettled: () => setAsked(false),
          })
        }
        onClose={() => setAsked(false)}
      >
        {station.suspended
          ? 'Encoders and listeners can connect again, and the playlist goes on.'
          : 'Who listens is let go, encoders too, and nobody can connect until it is reactivated.'}
      </ConfirmDialog>
    </Step>
  );
};
