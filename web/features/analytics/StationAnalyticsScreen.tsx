import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Prefetch } from '#web/lib/prefetch.ts';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { PartHeader } from '#web/ui/PartHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { prefetchReport } from './report/prefetch-report.ts';
import { StreamingReport } from './report/StreamingReport.tsx';
import { useReport } from './report/use-report.ts';
import { PeriodPicker } from './shared/PeriodPicker.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics/');

export const prefetch: Prefetch = async ({ queries, params, search }) => {
  const { accountKey, stationKey } = params as { accountKey: AccountKey; stationKey: StationKey };
  const station = await queries.ensureQueryData(stationQuery(stationKey));
  prefetchReport(queries, { accountKey, stationKey }, station.default_timezone || 'UTC', search);
};

/** `/accounts/{accountKey}/stations/{stationKey}/analytics`: listeners now and the statistics of a period. */
export const StationAnalyticsScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { period, filters, report, hours } = useReport({ accountKey, stationKey }, station.default_timezone || 'UTC');
  const place = useMemo(() => ({ accountKey, stationKey }), [accountKey, stationKey]);
  const live = useStationLive(stationKey);
  usePageTitle(`${station.name}: Analytics`);
  return (
    <>
      <PartHeader
        title="Streaming analytics"
        actions={
          <>
            <PeriodPicker state={period} compare />
            <PrintButton />
          </>
        }
      />
      <StreamingReport
        place={place}
        report={report}
        filters={filters}
        filter={filters.filter}
        hours={hours}
        listenersNow={live?.listeners}
      />
    </>
  );
};
