import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAudience } from '#web/features/live-map/shared/use-audience.ts';
import { ViewsMenu } from '#web/features/reports/shared/ViewsMenu.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import type { Prefetch } from '#web/lib/prefetch.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { prefetchReport } from './report/prefetch-report.ts';
import { StreamingReport } from './report/StreamingReport.tsx';
import { useReport } from './report/use-report.ts';
import { PeriodPicker } from './shared/PeriodPicker.tsx';

const MailedReports = lazy(() =>
  loadChunk(() => import('#web/features/reports/shared/ScheduledReports.tsx')).then((part) => ({
    default: part.ScheduledReports,
  })),
);

const portal = { scope: 'portal' } as const;

export const prefetch: Prefetch = async ({ queries, search }) => prefetchReport(queries, 'portal', 'UTC', search);

/** `/portal/analytics`: listening on all stations of the portal by UTC days, the top 100 stations, and the scheduled reports. */
export const PortalAnalyticsScreen = () => {
  const { period, filters, report, hours } = useReport('portal', 'UTC');
  const audience = useAudience('portal');
  return (
    <>
      <PageHeader
        title="Portal analytics"
        description="All stations of the portal"
        actions={
          <>
            <PeriodPicker state={period} compare />
            <PrintButton />
            <ViewsMenu place={portal} reportsPage={{ to: '/portal/analytics', hash: 'reports' }} />
          </>
        }
      />
      <StreamingReport
        place={null}
        report={report}
        filters={filters}
        filter={filters.filter}
        hours={hours}
        listenersNow={audience?.listeners}
        linkToStation={(key) => ({ to: '/stations/$stationKey', params: { stationKey: key } })}
        foot={
          <Box id="reports" mt="md" className="no-print">
            <Suspense>
              <MailedReports place={portal} />
            </Suspense>
          </Box>
        }
      />
    </>
  );
};
