import type { Db } from '#server/kernel/kernel.ts';
import { statementHash, type StatementDay } from './statement-hash.ts';
import { linesOf } from './statement-lines.ts';
import { daysOfStatement } from './statements.repo.ts';

const statementsAtOnce = 100;
const daysAtOnce = 5000;

/**
 * Recomputes the hash and the amount of every statement from its stored days, and prints a line for each. Returns how many were checked,
 * and how many differ from what was stated.
 */
export const checkStatements = async (
  db: Db,
  print: (line: string) => void,
): Promise<{ checked: number; wrong: number }> => {
  const result = { checked: 0, wrong: 0 };
  for (let after = { account: '', id: '' }; ;) {
    const statements = await nextStatements(db, after);
    for (const statement of statements) {
      const days = await allDays(db, statement.id);
      const amount = linesOf(days, statement.currency).reduce((sum, line) => sum + line.amount_minor, 0);
      const isRight = statementHash(statement, days) === statement.sha256 && amount === statement.amount_minor;
      const { account_key, month, currency, sha256 } = statement;
      print(`${isRight ? 'ok    ' : 'WRONG '} ${account_key} ${month} ${currency} ${sha256}`);
      result.checked++;
      result.wrong += Number(!isRight);
    }
    const last = statements.at(-1);
    if (!last) return result;
    after = { account: last.account_key, id: last.id };
  }
};

const nextStatements = async (db: Db, { account, id }: { account: string; id: string }) =>
  await db
    .selectFrom('ad_statements')
    .selectAll()
    .$if(account !== '', (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('account_key', 'id'), '>', tuple(account as never, id))),
    )
    .orderBy('account_key')
    .orderBy('id')
    .limit(statementsAtOnce)
    .execute();

const allDays = async (db: Db, id: string): Promise<StatementDay[]> => {
  const days: StatementDay[] = [];
  for (;;) {
    const page = await daysOfStatement(db, id, days.at(-1), daysAtOnce);
    days.push(...page);
    if (page.length < daysAtOnce) return days;
  }
};
