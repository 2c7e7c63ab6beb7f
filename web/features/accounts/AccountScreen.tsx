import { Alert, Button, SimpleGrid, Title } from '@mantine/core';
import { IconBuildingBroadcastTower, IconPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AccountKey } from '#contract/keys.ts';
import type { StationLive } from '#contract/session.ts';
import { rangeOf } from '#web/features/analytics/shared/period.ts';
import { accountStatsQuery } from '#web/features/analytics/queries.ts';
import { TodayCurve } from '#web/features/analytics/shared/TodayCurve.tsx';
import { Can } from '#web/features/session/shared/Can.tsx';
import { useStationsLive } from '#web/features/stations/queries.ts';
import { StationCard } from '#web/features/stations/shared/StationCard.tsx';
import { abbreviate, longDuration } from '#web/lib/format.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { accountQuery, accountStationsQuery } from './queries.ts';
import classes from './AccountScreen.module.css';

const route = getRouteApi('/shell/accounts/$accountKey');
const cardsShown = 12;

/** `/accounts/{accountKey}`: the account's dashboard. */
export const AccountScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const shown = list.entities.slice(0, cardsShown);
  const live = useStationsLive(shown.map(({ key }) => key));
  const create = <CreateStation accountKey={accountKey} />;
  return (
    <>
      <PageHeader title={account.company} actions={list.total > 0 && create} />
      {account.suspended && (
        <Alert color="yellow" mb="lg" title="Account suspended">
          This account is suspended. Please contact support.
        </Alert>
      )}
      {list.total === 0 ? (
        <Surface>
          <Teach icon={<IconBuildingBroadcastTower size={32} />} title="Add the first station" action={create}>
            A station has its own address that any player opens. Give it a name, add music, and it plays around the
            clock; connect an encoder and you are live.
          </Teach>
        </Surface>
      ) : (
        <>
          <Numbers accountKey={accountKey} live={[...live.values()]} />
          <div className={classes.heading}>
            <Title order={2} size="h4">
              Stations
            </Title>
            <Link to="/accounts/$accountKey/stations" params={{ accountKey }} className={classes.all}>
              {list.total > cardsShown ? `All ${list.total}` : 'As a table'}
            </Link>
          </div>
          <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="md">
            {shown.map((station) => (
              <StationCard key={station.key} station={station} live={live.get(station.key)} />
            ))}
          </SimpleGrid>
        </>
      )}
    </>
  );
};

const CreateStation = ({ accountKey }: { accountKey: AccountKey }) => (
  <Can action="account.createStation" accountKey={accountKey}>
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/accounts/$accountKey/stations/create" params={{ accountKey }} {...props} />}
    >
      Create station
    </Button>
  </Can>
);

const Numbers = ({ accountKey, live }: { accountKey: AccountKey; live: StationLive[] }) => {
  const range = useMemo(() => rangeOf('today', new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const { data: stats } = useQuery({ ...accountStatsQuery(accountKey, range), throwOnError: false });
  const onAir = live.filter(
    ({ status, source }) => status === 'active' && (source === 'live' || source === 'autodj'),
  ).length;
  const listening = live.reduce((sum, { listeners }) => sum + listeners, 0);
  return (
    <>
      <StatRow>
        <Stat
          label="Listeners now"
          value={abbreviate(listening)}
          definition="Players connected to your stations' streams at this moment."
        />
        <Stat
          label="On the air"
          value={onAir}
          hint={`of ${live.length}`}
          definition="Stations that are sending sound right now."
        />
        <Stat
          label="Peak today"
          value={abbreviate(stats?.totals.peak ?? 0)}
          definition="The most listeners within one minute since midnight."
        />
        <Stat
          label="Listening today"
          value={longDuration(stats?.totals.listening_time ?? 0)}
          definition="The time all listeners of today spent listening, added up."
        />
      </StatRow>
      <Surface mt="md">
        <TodayCurve stats={stats} height={140} />
      </Surface>
    </>
  );
};
