import { Anchor, SimpleGrid } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type * as z from 'zod/mini';
import type { Dashboard } from '#contract/api/portal.ts';
import { useAudience } from '#web/features/live-map/shared/use-audience.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { abbreviate, count } from '#web/lib/format.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PanelColumn, PanelColumns } from '#web/ui/PanelColumns.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { GrowthPanel, Newest } from './GrowthPanel.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { dashboardQuery } from './queries.ts';
import { StorageMeter } from './StorageMeter.tsx';

const DashboardTables = lazy(() =>
  loadChunk(() => import('./DashboardTables.tsx')).then((part) => ({ default: part.DashboardTables })),
);

/** `/portal`: the whole portal at a glance. */
export const PortalDashboardScreen = () => {
  const { data } = useSuspenseQuery(dashboardQuery);
  const audience = useAudience('portal');
  return (
    <>
      <PageHeader title="Portal dashboard" description="All accounts and stations of this installation" />
      <Totals totals={{ ...data.totals, ...(audience?.reachable && { listeners: audience.listeners }) }} />
      <PanelColumns mt="md">
        <PanelColumn>
          <GrowthPanel days={data.days} />
          <StorageMeter storage={data.storage} />
        </PanelColumn>
        <PanelColumn>
          <HealthPanel />
        </PanelColumn>
      </PanelColumns>
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
        <Newest title="New accounts" entries={data.accounts.map(accountEntry)} />
        <Newest title="New stations" entries={data.stations.map(stationEntry)} />
      </SimpleGrid>
      <Suspense fallback={<ScreenSkeleton />}>
        <DashboardTables />
      </Suspense>
    </>
  );
};

type Data = z.infer<typeof Dashboard>;

const accountEntry = ({ key, company, created }: Data['accounts'][number]) => ({
  key,
  name: company,
  at: created,
  path: `/accounts/${key}`,
});
const stationEntry = ({ key, name, account_key, account_company, created }: Data['stations'][number]) => ({
  key,
  name,
  of: account_company,
  at: created,
  path: `/accounts/${account_key}/stations/${key}`,
});

const Totals = ({ totals }: { totals: Data['totals'] }) => (
  <StatRow>
    <Stat
      label="Listeners now"
      value={abbreviate(totals.listeners)}
      definition="Players connected to any station right now."
    />
    <Stat
      label="On the air"
      value={abbreviate(totals.onAir)}
      hint={`of ${count(totals.stations, 'station')}`}
      definition="Stations that are broadcasting right now."
    />
    <Stat
      label="Accounts"
      value={abbreviate(totals.accounts)}
      hint={`${totals.trials} on trial, ${totals.suspended} suspended`}
      definition="All accounts that have not been deleted."
    />
    <Stat label="Users" value={abbreviate(totals.people)} definition="All users who have ever signed in." />
    <Stat
      label="Plan requests"
      value={totals.requests}
      hint={
        totals.requests > 0 ? (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/portal/accounts" search={{ only: 'requested' }} {...props} />}
          >
            View requests
          </Anchor>
        ) : (
          'None pending'
        )
      }
      definition="Accounts that requested a plan and await a decision."
    />
  </StatRow>
);
