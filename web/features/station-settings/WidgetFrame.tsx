import { Title } from '@mantine/core';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { offersRoute } from '#web/lib/brand-routes.ts';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

const playerRoute = '/accounts/$accountKey/stations/$stationKey/widget/player';

/** `…/stations/{stationKey}/widget`: the profile, and the widget for other websites (spec §2). */
export const WidgetFrame = () => {
  const { accountKey, stationKey } = route.useParams();
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
          ...(offersRoute(playerRoute) ? [{ to: `${base}/player`, text: 'Widget' }] : []),
        ]}
      />
      <Outlet />
    </>
  );
};
