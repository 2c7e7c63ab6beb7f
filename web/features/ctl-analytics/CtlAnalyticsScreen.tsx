import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { telephony } from '#contract/api/telephony.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { reportTimeZone } from '#web/parts/report-time-zone.ts';
import { StationPicker } from '#web/features/app-analytics/shared/StationPicker.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { accountCallsQuery, ctlStationsQuery, stationCallsQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/ctl');
const CtlReport = lazy(() => loadChunk(() => import('./CtlReport.tsx')).then((part) => ({ default: part.CtlReport })));

type Line = ReturnsOf<SpecOf<typeof telephony.stations>>['entities'][number];

/** A station as the picker names it: with its main number, or where it has none, alone. */
const withNumber = ({ key, name, numbers: [main] }: Line) => ({ key, name: main ? `${name} (${main.did})` : name });

/** `/accounts/{accountKey}/analytics/ctl`: call-to-listen statistics for all stations of the account or one. */
export const CtlAnalyticsScreen = () => {
  const { accountKey } = route.useParams();
  const { station: chosen } = route.useSearch();
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const { data: lines } = useSuspenseQuery(ctlStationsQuery(accountKey));
  const station = list.entities.find(({ key }) => key === chosen);
  const zone = reportTimeZone(list.entities, station);
  const period = usePeriod(zone);
  const ofAccount = useQuery({ ...accountCallsQuery(accountKey, period.range), enabled: station === undefined });
  const ofStation = useQuery({
    ...stationCallsQuery(station?.key ?? (accountKey as never), period.range),
    enabled: station !== undefined,
  });
  const { data: stats, error, isPlaceholderData } = station === undefined ? ofAccount : ofStation;
  if (error && !stats) throw error;
  return (
    <>
      <PageHeader
        title="Call-in analytics"
        description={station ? station.name : 'All stations'}
        actions={
          <>
            <StationPicker
              stations={lines.entities.map(withNumber)}
              value={station?.key}
              onChange={(key) => period.change({ station: key })}
            />
            <PeriodPicker state={period} minutes={false} />
            <PrintButton />
          </>
        }
      />
      <Suspense fallback={<ScreenSkeleton />}>
        {stats ? (
          <StaleOverlay isOld={isPlaceholderData}>
            <CtlReport stats={stats} withStations={station === undefined} />
          </StaleOverlay>
        ) : (
          <ScreenSkeleton />
        )}
      </Suspense>
    </>
  );
};
