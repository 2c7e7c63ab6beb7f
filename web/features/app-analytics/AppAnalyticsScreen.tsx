import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { appStatsQuery, hasAppAnalyticsQuery } from './queries.ts';
import { reportTimeZone } from '#web/parts/report-time-zone.ts';
import { StationPicker } from './shared/StationPicker.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/app');
const AppReport = lazy(() => loadChunk(() => import('./AppReport.tsx')).then((part) => ({ default: part.AppReport })));
const AppEventsGuide = lazy(() =>
  loadChunk(() => import('./shared/AppEventsGuide.tsx')).then((part) => ({ default: part.AppEventsGuide })),
);

/** `/accounts/{accountKey}/analytics/app`: listening in the account's mobile apps, for all stations or one. */
export const AppAnalyticsScreen = () => {
  const { accountKey } = route.useParams();
  const { station: chosen } = route.useSearch();
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const { data: has } = useSuspenseQuery(hasAppAnalyticsQuery(accountKey));
  const station = list.entities.find(({ key }) => key === chosen);
  const zone = reportTimeZone(list.entities, station);
  const period = usePeriod(zone);
  const {
    data: stats,
    error,
    isPlaceholderData,
  } = useQuery({
    ...appStatsQuery(accountKey, period.range, station?.key),
    enabled: has.hasAppAnalytics,
  });
  if (error && !stats) throw error;
  return (
    <>
      <PageHeader
        title="App analytics"
        description={station ? station.name : 'All stations'}
        actions={
          has.hasAppAnalytics && (
            <>
              <StationPicker
                stations={list.entities}
                value={station?.key}
                onChange={(key) => period.change({ station: key })}
              />
              <PeriodPicker state={period} minutes={false} />
              <PrintButton />
            </>
          )
        }
      />
      <Suspense fallback={<ScreenSkeleton />}>
        {!has.hasAppAnalytics ? (
          <NoAppEvents accountKey={accountKey} />
        ) : stats ? (
          <StaleOverlay isOld={isPlaceholderData}>
            <AppReport stats={stats} />
          </StaleOverlay>
        ) : (
          <ScreenSkeleton />
        )}
      </Suspense>
    </>
  );
};

const NoAppEvents = ({ accountKey }: { accountKey: AccountKey }) => (
  <>
    <Surface>
      <EmptyState
        icon={<IconDeviceMobile size={30} />}
        title="No app has sent events yet"
        action={
          <Button
            component={Link}
            {...({ to: '/accounts/$accountKey/settings/applications', params: { accountKey } } as object)}
          >
            Manage applications
          </Button>
        }
      >
        Add your iOS or Android app and have it send listening events. Sessions, minutes and listeners then appear here
        within seconds, by platform, station and country.
      </EmptyState>
    </Surface>
    <AppEventsGuide accountKey={accountKey} />
  </>
);
