import { IconTableExport } from '@tabler/icons-react';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';

/** What stands where no station is chosen, or the account has none. */
export const NoStation = ({ hasStations }: { hasStations: boolean }) => (
  <Surface>
    <Teach
      icon={<IconTableExport size={30} />}
      title={hasStations ? 'Please select a station' : 'There is no station yet'}
    >
      {hasStations
        ? 'Raw data is kept by station: who listened from when to when, from where and with what. Choose one above.'
        : 'As soon as a station of this account is on the air, each listening session is kept here, to be downloaded for your own analysis.'}
    </Teach>
  </Surface>
);
