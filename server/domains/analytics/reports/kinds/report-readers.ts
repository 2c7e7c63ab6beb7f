import type { ReportKind } from '#contract/report-schedule.ts';
import { appReport } from './app-numbers.ts';
import { callReport } from './call-numbers.ts';
import type { ReadReport } from './report-numbers.service.ts';
import { streamingReport } from './streaming-numbers.ts';

/** The queries of the pages, by the kind of report; those of podcasts are given by their domain. */
export const reportReaders = (podcasts: ReadReport): Record<ReportKind, ReadReport> => ({
  streaming: streamingReport,
  podcasts,
  ctl: callReport,
  app: appReport,
});
