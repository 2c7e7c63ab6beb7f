import { checkStatements } from '#server/domains/finance/statements/check-statements.ts';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';

/*
 * `npm run statements`: recomputes the hash and the amount of every statement of a running installation from its stored days, and ends
 * with 1 if one differs from what was stated.
 */
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { db } = connectDatabase(readConfig(process.env).databaseUrl, 1);
try {
  const { checked, wrong } = await checkStatements(db, print);
  print(`${String(checked)} statements checked, ${String(wrong)} wrong`);
  process.exitCode = wrong === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
