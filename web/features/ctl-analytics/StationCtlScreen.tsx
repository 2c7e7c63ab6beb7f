import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { stationQuery } from '#web/parts/station-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { PartHeader } from '#web/ui/PartHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { stationCallsQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics/ctl');
const CtlReport = lazy(() => loadChunk(() => import('./CtlReport.tsx')).then((part) => ({ default: part.CtlReport })));

/** `…/stations/{stationKey}/analytics/ctl`: call-to-listen statistics of a station. */
export const StationCtlScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const period = usePeriod(station.default_timezone || 'UTC');
  const { data: stats, error, isPlaceholderData } = useQuery(stationCallsQuery(stationKey, period.range));
  usePageTitle(`${station.name}: Call-in analytics`);
  if (error && !stats) throw error;
  return (
    <>
      <PartHeader
        title="Call-in analytics"
        actions={
          <>
            <PeriodPicker state={period} minutes={false} />
            <PrintButton />
          </>
        }
      />
      <Suspense fallback={<ScreenSkeleton />}>
        {stats ? (
          <StaleOverlay isOld={isPlaceholderData}>
            <CtlReport stats={stats} withStations={false} />
          </StaleOverlay>
        ) : (
          <ScreenSkeleton />
        )}
      </Suspense>
    </>
  );
};
