import { connectDatabase } from '#server/kernel/db/connect.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { createReporter, endBegunReports } from '#server/domains/campaigns/providers/send-reports.ts';

/* Reports to ad servers in a separate process, for tests that kill it: `report-child.ts <database>`. */

const [databaseUrl = ''] = process.argv.slice(2);
const { db } = connectDatabase(databaseUrl, 5);
const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
const deps = { db, clock: systemClock, outbound };
await endBegunReports(deps);
const reporter = createReporter(deps);
while (await reporter.step());
process.stdout.write('done\n');
process.exit(0);
