import type { ReportKind } from '#contract/api/report-schedule.ts';
import { appReport } from './app-report.ts';
import { callReport } from './call-report.ts';
import type { ReadReport } from './report-content.service.ts';
import { streamingReport } from './streaming-report.ts';

/** The queries of the pages, by the kind of report; those of podcasts and campaigns are given by their domains. */
export const reportReaders = (others: Record<'podcasts' | 'campaign', ReadReport>): Record<ReportKind, ReadReport> => ({
  ...others,
  streaming: streamingReport,
  ctl: callReport,
  app: appReport,
});
