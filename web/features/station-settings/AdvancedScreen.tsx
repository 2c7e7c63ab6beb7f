import { Divider } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Can } from '#web/features/session/shared/Can.tsx';
import { stationQuery } from '#web/features/stations/queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DeleteStation } from './DeleteStation.tsx';
import { SuspendStation } from './SuspendStation.tsx';
import { TransferStation } from './TransferStation.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/settings/advanced`: suspend or reactivate the station, move it to another account, delete it (spec §2, §4). */
export const AdvancedScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  usePageTitle(`${station.name}: Advanced settings`);
  return (
    <div className={classes.narrow} key={stationKey}>
      <Surface title="Advanced">
        <Can action="station.suspend" accountKey={accountKey} stationKey={stationKey}>
          <SuspendStation station={station} />
          <Divider my="md" />
        </Can>
        <Can action="station.transfer" accountKey={accountKey} stationKey={stationKey}>
          <TransferStation station={station} />
          <Divider my="md" />
        </Can>
        <DeleteStation station={station} />
      </Surface>
    </div>
  );
};
