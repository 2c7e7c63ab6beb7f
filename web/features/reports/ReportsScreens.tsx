import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { PageHeader, usePageTitle } from '#web/ui/PageHeader.tsx';
import { DefaultRecipients } from './DefaultRecipients.tsx';
import { ScheduledReports } from './shared/ScheduledReports.tsx';
import { SharedLinks } from './shared/SharedLinks.tsx';

const ofAccount = getRouteApi('/shell/accounts/$accountKey/analytics/reports');
const ofStation = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics/reports');

/** `/accounts/{accountKey}/analytics/reports`: the scheduled reports of an account and its stations. */
export const AccountReportsScreen = () => {
  const { accountKey } = ofAccount.useParams();
  return (
    <>
      <PageHeader title="Scheduled reports" description="And shared links, for the account and its stations" />
      <ScheduledReports place={{ scope: 'account', id: accountKey }} />
      <SharedLinks place={{ scope: 'account', id: accountKey }} />
    </>
  );
};

/** `…/stations/{stationKey}/analytics/reports`: the scheduled reports of a station. */
export const StationReportsScreen = () => {
  const { accountKey, stationKey } = ofStation.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  usePageTitle(`${station.name}: Scheduled reports`);
  const mayChange = useMay('station.update', { accountKey, stationKey });
  return (
    <Stack gap="lg">
      <ScheduledReports place={{ scope: 'station', key: stationKey }} />
      <SharedLinks place={{ scope: 'station', key: stationKey }} />
      {mayChange && <DefaultRecipients key={stationKey} station={station} />}
    </Stack>
  );
};
