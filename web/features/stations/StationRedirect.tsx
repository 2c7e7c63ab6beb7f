import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { stationQuery } from '#web/parts/station-queries.ts';
import { Redirect } from '#web/ui/Redirect.tsx';

const route = getRouteApi('/shell/stations/$stationKey');

/** `/stations/{stationKey}`: redirects to the station's page in its account. */
export const StationRedirect = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const params = { accountKey: station.account_key, stationKey };
  return <Redirect to="/accounts/$accountKey/stations/$stationKey" params={params} />;
};
