import { Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { PeopleTable } from './shared/PeopleTable.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/stations/{stationKey}/settings/people`: the owners, admins and staff of a station, and who is invited. */
export const StationPeopleScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  usePageTitle(`${station.name}: People`);
  return (
    <>
      <Title order={2} size="h3">
        People
      </Title>
      <Text c="dimmed" mt={4} mb="lg">
        They work in this station alone. Owners and admins of the account work here too, and are not listed.
      </Text>
      <PeopleTable scope={{ kind: 'station', accountKey, stationKey }} />
    </>
  );
};
