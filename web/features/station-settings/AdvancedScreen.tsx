import { Divider, Skeleton } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Can } from '#web/features/session/shared/Can.tsx';
import { stationQuery } from '#web/parts/station-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DeleteStation } from './DeleteStation.tsx';
import { SuspendStation } from './SuspendStation.tsx';
import { TransferStation } from './TransferStation.tsx';
import classes from './StationSettings.module.css';

const BillingOwner = lazy(() =>
  loadChunk(() => import('./BillingOwner.tsx')).then((part) => ({ default: part.BillingOwner })),
);

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/**
 * `…/settings/advanced`: billing owner and identifiers; suspend or reactivate the station, move it to another account
 * or delete it (spec §2, §4).
 */
export const AdvancedScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  usePageTitle(`${station.name}: Advanced settings`);
  return (
    <div className={classes.narrow} key={stationKey}>
      <Can action="station.decideForAccount" accountKey={accountKey} stationKey={stationKey}>
        <Suspense fallback={<Skeleton h={240} radius="lg" role="status" aria-label="Loading" />}>
          <BillingOwner station={station} />
        </Suspense>
      </Can>
      <Surface title="Identifiers" description="Identify the station and its media library in other systems.">
        <dl className={classes.list}>
          <CopyField label="Station key" value={station.key} />
          <CopyField label="Library GUID" value={station.library_guid} />
        </dl>
      </Surface>
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
