import { Title } from '@mantine/core';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useOffersPage } from '#web/lib/pages.ts';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

const playerRoute = '/accounts/$accountKey/stations/$stationKey/widget/player';

/** `…/stations/{stationKey}/widget`: the profile, and the widget for other websites (spec §2). */
export const WidgetFrame = () => {
  const { accountKey, stationKey } = route.useParams();
  const hasPlayer = useOffersPage(playerRoute);
  const base = `/accounts/${accountKey}/stations/${stationKey}/widget`;
  return (
    <>
      <Title order={2} className={classes.hidden}>
        Widget
      </Title>
      <PageTabs
        label="Widget"
        tabs={[
          { to: base, text: 'Profile', exact: true },
          ...(hasPlayer ? [{ to: `${base}/player`, text: 'Widget' }] : []),
        ]}
      />
      <Outlet />
    </>
  );
};
