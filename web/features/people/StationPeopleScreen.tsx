import { Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { PeopleTable } from './shared/PeopleTable.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/stations/{stationKey}/settings/people`: the owners, admins and staff of a station, and open invitations. */
export const StationPeopleScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  usePageTitle(`${station.name}: Team`);
  return (
    <>
      <Title order={2} size="h3">
        Team
      </Title>
      <Text c="dimmed" mt={4} mb="lg">
        People with access to this station only. Account owners and admins, and portal administrators, also have access.
      </Text>
      <PeopleTable scope={{ kind: 'station', accountKey, stationKey }} />
    </>
  );
};
