import { connectDatabase } from '#server/kernel/db/connect.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { createReporter, endBegunReports } from '#server/domains/campaigns/providers/send-reports.ts';

/*
 * Reports to ad servers in a separate process until nothing is left, for tests that kill it: `report-child.ts <database>`. A step may
 * find nothing although reports are due: the last query of a killed process can still hold them.
 */

const [databaseUrl = ''] = process.argv.slice(2);
const { db } = connectDatabase(databaseUrl, 5);
const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
const deps = { db, clock: systemClock, outbound };
await endBegunReports(deps);
const reporter = createReporter(deps);
const isDone = async (): Promise<boolean> => {
  const left = db.selectFrom('ad_tracking').select('ticket_id').where('state', 'in', ['waiting', 'sending']).limit(1);
  return (await left.executeTakeFirst()) === undefined;
};
while ((await reporter.step()) || !(await isDone()));
process.stdout.write('done\n');
process.exit(0);
