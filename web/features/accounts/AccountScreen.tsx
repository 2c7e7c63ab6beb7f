import { Alert, Anchor, Button, SimpleGrid, Title } from '@mantine/core';
import { IconBuildingBroadcastTower, IconPlus } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import { isPlayingSource } from '#contract/api/on-air.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { PlanSummary } from '#web/features/billing/shared/PlanSummary.tsx';
import { configQuery } from '#web/features/session/queries.ts';
import { PostsLine } from '#web/features/posts/shared/PostsLine.tsx';
import { Can } from '#web/features/session/shared/Can.tsx';
import { StationCard } from '#web/features/stations/shared/StationCard.tsx';
import { accountQuery, accountStationsQuery, checklistQuery } from '#web/parts/account-queries.ts';
import { useStationsLive } from '#web/parts/station-queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AccountStatistics } from './AccountStatistics.tsx';
import { Checklist } from './Checklist.tsx';
import classes from './AccountScreen.module.css';

const route = getRouteApi('/shell/accounts/$accountKey');
const cardsShown = 12;

/** `/accounts/{accountKey}`: the account's dashboard. */
export const AccountScreen = () => {
  const { accountKey } = route.useParams();
  const checklist = useQuery({ ...checklistQuery(accountKey), throwOnError: false });
  usePrefetchQuery(accountStationsQuery(accountKey));
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: list } = useSuspenseQuery({ ...accountStationsQuery(accountKey), refetchInterval: 30_000 });
  const shown = list.entities.slice(0, cardsShown);
  const live = useStationsLive(shown.map(({ key }) => key));
  const create = <CreateStation accountKey={accountKey} />;
  // Shown with the rest: a checklist that appears later would push the page down.
  if (checklist.isPending) return <ScreenSkeleton />;
  const setup = (
    <>
      <PostsLine />
      <Checklist accountKey={accountKey} stationKey={list.entities[0]?.key} steps={checklist.data?.steps ?? []} />
    </>
  );
  return (
    <>
      <PageHeader
        title={account.company}
        before={<Artwork name={account.company} src={account.logo ?? undefined} size={56} />}
        actions={list.total > 0 && create}
      />
      {account.suspended && <Suspended />}
      {list.total === 0 ? (
        <>
          <Surface mb="md">
            <EmptyState icon={<IconBuildingBroadcastTower size={32} />} title="Add your first station" action={create}>
              A station has its own stream URL that any player can open. Give it a name, add music, and it plays around
              the clock. Connect an encoder to go live.
            </EmptyState>
          </Surface>
          {setup}
        </>
      ) : (
        <>
          <AccountStatistics
            accountKey={accountKey}
            zone={zoneOf(list.entities)}
            onAir={list.entities.filter((station) => isOnAir(station, live.get(station.key))).length}
            stations={list.total}
          />
          {setup}
          <div className={classes.heading}>
            <Title order={2} size="h4">
              Stations
            </Title>
            <Link to="/accounts/$accountKey/stations" params={{ accountKey }} className={classes.all}>
              {list.total > cardsShown ? `All ${list.total}` : 'View all stations'}
            </Link>
          </div>
          <SimpleGrid cols={columnsFor(shown.length)} spacing="md" mb="xl">
            {shown.map((station) => (
              <StationCard key={station.key} station={station} live={live.get(station.key)} />
            ))}
          </SimpleGrid>
        </>
      )}
      <PlanSummary accountKey={accountKey} />
    </>
  );
};

/** Two and four cards would leave a hole in three columns. */
const columnsFor = (cards: number) => ({ base: 1, sm: 2, xl: cards === 2 || cards === 4 ? 2 : 3 });

/** The engine's latest live state of a station, or the state in the list for stations without live updates. */
const isOnAir = (station: Station, live: StationLive | undefined): boolean =>
  live ? isPlayingSource(live) : station.server_status.status !== 0;

/** An account's reports use the time zone of its oldest station. */
const zoneOf = (stations: readonly Station[]): string =>
  stations.toSorted((a, b) => a.created.localeCompare(b.created))[0]?.default_timezone || 'UTC';

const Suspended = () => {
  const { data: config } = useQuery({ ...configQuery, throwOnError: false });
  const email = config?.support_email ?? '';
  return (
    <Alert color="yellow" mb="lg" title="Account suspended">
      This account is suspended. Its stations are off the air and nothing can be changed. Please contact support
      {email === '' ? (
        '.'
      ) : (
        <>
          : <Anchor href={`mailto:${email}`}>{email}</Anchor>
        </>
      )}
    </Alert>
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
