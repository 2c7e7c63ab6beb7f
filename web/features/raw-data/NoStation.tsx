import { IconTableExport } from '@tabler/icons-react';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Shown while no station is selected or the account has none. */
export const NoStation = ({ hasStations }: { hasStations: boolean }) => (
  <Surface>
    <EmptyState
      icon={<IconTableExport size={30} />}
      title={hasStations ? 'Please select a station' : 'No stations yet'}
    >
      {hasStations
        ? 'Raw data is per station: each session with its times, location and device. Select a station above.'
        : 'Once a station of this account is on the air, you can download its listening sessions for your own analysis.'}
    </EmptyState>
  </Surface>
);
