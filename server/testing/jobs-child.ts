import { pino } from 'pino';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';

/*
 * Runs jobs in a separate process, for tests that kill it: `jobs-child.ts <database>`; prints which job it starts and
 * ends.
 */

const [databaseUrl = ''] = process.argv.slice(2);
const jobs = pgBossJobs({ databaseUrl, log: pino({ level: 'silent' }) });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const bounds = { concurrency: 2, retries: 3, expireS: 3600, givenUp: 'listed' } as const;
await jobs.work('test.killed', bounds, async ({ what, waits }) => {
  say(`begun ${String(what)}`);
  if (waits === true) await new Promise(() => setInterval(() => undefined, 60_000));
  say(`ended ${String(what)}`);
});
