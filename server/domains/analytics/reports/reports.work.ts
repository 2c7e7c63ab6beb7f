import type { ReportKind } from '#contract/api/report-schedule.ts';
import { workConfirmations } from './confirm-recipients.ts';
import { forgetReports, planReports } from './plan-reports.ts';
import { workMailings, type MailingDeps } from './send-report.ts';
import { appReport } from './kinds/app-report.ts';
import { callReport } from './kinds/call-report.ts';
import type { ReadReport } from './kinds/report-content.service.ts';
import { streamingReport } from './kinds/streaming-report.ts';

const everyMinute = '* * * * *';
const everyNight = '41 3 * * *';

/** Plans and sends reports and confirmation requests; for the process that runs the jobs. */
export const workReports = async (deps: MailingDeps): Promise<void> => {
  await workMailings(deps);
  await workConfirmations(deps);
  await deps.jobs.every('reports.plan', everyMinute, () => planReports(deps));
  await deps.jobs.every('reports.forget', everyNight, () => forgetReports(deps));
};

/** The queries of the pages, by the kind of report; those of podcasts and campaigns are given by their domains. */
export const reportReaders = (others: Record<'podcasts' | 'campaign', ReadReport>): Record<ReportKind, ReadReport> => ({
  ...others,
  streaming: streamingReport,
  ctl: callReport,
  app: appReport,
});
