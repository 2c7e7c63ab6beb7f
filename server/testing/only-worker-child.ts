import { pino } from 'pino';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { startOnlyWorker } from '#server/kernel/jobs/only-worker.ts';

/*
 * A worker in a separate process, for tests that kill it: `only-worker-child.ts <database> <lock>`; prints when it
 * works.
 */

const [database = '', lock = ''] = process.argv.slice(2);
const { db } = connectDatabase(database, 2);
startOnlyWorker({ db, log: pino({ level: 'silent' }) }, { lock: Number(lock), failed: '' }, async () => {
  process.stdout.write('working\n');
  await new Promise(() => setInterval(() => undefined, 60_000));
});
