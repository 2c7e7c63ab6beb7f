import { Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { brand } from '#brand/brand.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/**
 * `…/stations/{stationKey}/settings`: stream, listeners, info, team, Authorized Digital Sellers (spec §2), alerts,
 * subscriptions and advanced settings.
 */
export const StationSettingsFrame = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const maySuspend = useMay('station.suspend', { accountKey, stationKey });
  const base = `/accounts/${accountKey}/stations/${stationKey}/settings`;
  return (
    <>
      <Title order={2} className={classes.hidden}>
        Settings
      </Title>
      <PageTabs
        label="Settings"
        tabs={[
          { to: `${base}/stream`, text: 'Stream' },
          { to: `${base}/listeners`, text: 'Listeners' },
          { to: `${base}/info`, text: 'Station info' },
          { to: `${base}/people`, text: 'Team' },
          { to: `${base}/ads`, text: 'Authorized Digital Sellers' },
          ...(brand.flags.advertising ? [{ to: `${base}/audio-ads`, text: 'Audio ads' }] : []),
          ...(brand.flags.stationAlerts ? [{ to: `${base}/alerts`, text: 'Monitoring Alerts' }] : []),
          ...(brand.flags.subscriptions ? [{ to: `${base}/subscriptions`, text: 'Subscriptions' }] : []),
          { to: `${base}/advanced`, text: 'Advanced' },
        ]}
        isSecond
      />
      {station.suspended && (
        <Text size="sm" c="dimmed" mb="md">
          The settings of a suspended station are read-only.{' '}
          {!maySuspend && 'Account owners and admins can reactivate it.'}
        </Text>
      )}
      <Outlet />
    </>
  );
};

/** Whether the user may change this station's settings; nobody may while it is suspended. */
export const useMayChange = (): boolean => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  return useMay('station.update', { accountKey, stationKey }) && !station.suspended;
};
