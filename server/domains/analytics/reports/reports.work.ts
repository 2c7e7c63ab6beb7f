import { workConfirmations } from './confirm-recipients.ts';
import { forgetReports, planReports } from './plan-reports.ts';
import { workMailings, type MailingDeps } from './send-report.ts';

const everyMinute = '* * * * *';
const everyNight = '41 3 * * *';

/** Plans and sends reports and confirmation requests; for the process that runs the jobs. */
export const workReports = async (deps: MailingDeps): Promise<void> => {
  await workMailings(deps);
  await workConfirmations(deps);
  await deps.jobs.every('reports.plan', everyMinute, () => planReports(deps));
  await deps.jobs.every('reports.forget', everyNight, () => forgetReports(deps));
};
