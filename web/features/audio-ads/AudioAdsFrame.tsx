import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { approvalsQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/settings/audio-ads');

/** `…/settings/audio-ads`: the switch and rules of audio ads, and campaigns to approve. */
export const AudioAdsFrame = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: approvals = [] } = useQuery({ ...approvalsQuery(stationKey), throwOnError: false });
  const waiting = approvals.filter(({ state }) => state === 'waiting').length;
  const base = `/accounts/${accountKey}/stations/${stationKey}/settings/audio-ads`;
  return (
    <>
      <PageTabs
        label="Audio ads"
        isSecond
        tabs={[
          { to: base, text: 'Settings', exact: true },
          { to: `${base}/approvals`, text: waiting === 0 ? 'Approvals' : `Approvals (${String(waiting)})` },
        ]}
      />
      <Outlet />
    </>
  );
};
