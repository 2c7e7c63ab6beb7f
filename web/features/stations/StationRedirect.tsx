import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { stationQuery } from '#web/parts/station-queries.ts';

const route = getRouteApi('/shell/stations/$stationKey');

/** `/stations/{stationKey}`: redirects to the station's page in its account. */
export const StationRedirect = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const accountKey = station.account_key;
  // Created once, as each new element would navigate again.
  return useMemo(
    () => <Navigate to="/accounts/$accountKey/stations/$stationKey" params={{ accountKey, stationKey }} replace />,
    [accountKey, stationKey],
  );
};
