import type { ReportKind } from '#contract/report-schedule.ts';
import { appNumbers } from './app-numbers.ts';
import { callNumbers } from './call-numbers.ts';
import type { ReadReport } from './report-numbers.service.ts';
import { streamingNumbers } from './streaming-numbers.ts';

/** The queries of the pages, by the kind of report; those of podcasts are given by their domain. */
export const reportReaders = (podcasts: ReadReport): Record<ReportKind, ReadReport> => ({
  streaming: streamingNumbers,
  podcasts,
  ctl: callNumbers,
  app: appNumbers,
});
