import type { ReportKind } from '#contract/report-schedule.ts';
import { appReport } from './app-report.ts';
import { callReport } from './call-report.ts';
import type { ReadReport } from './report-content.service.ts';
import { streamingReport } from './streaming-report.ts';

/** The queries of the pages, by the kind of report; those of podcasts are given by their domain. */
export const reportReaders = (podcasts: ReadReport): Record<ReportKind, ReadReport> => ({
  streaming: streamingReport,
  podcasts,
  ctl: callReport,
  app: appReport,
});
