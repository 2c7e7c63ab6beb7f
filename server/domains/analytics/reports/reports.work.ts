import { workQuestions } from './ask-recipients.ts';
import { forgetReports, planReports } from './plan-reports.ts';
import { workSendings, type SendingDeps } from './send-report.ts';

const everyMinute = '* * * * *';
const everyNight = '41 3 * * *';

/** Plans, asks and sends; for the process that does the jobs. */
export const workReports = async (deps: SendingDeps): Promise<void> => {
  await workSendings(deps);
  await workQuestions(deps);
  await deps.jobs.every('reports.plan', everyMinute, () => planReports(deps));
  await deps.jobs.every('reports.forget', everyNight, () => forgetReports(deps));
};
