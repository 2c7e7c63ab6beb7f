import type { Statement, StatementDetails } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { microsPerUnit } from '#contract/rules/money.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { numberText } from '../invoices/invoice-text.ts';
import {
  daysOfStatement,
  findStatement,
  linesOfStatement,
  listStatements,
  type StatementRow,
} from './statements.repo.ts';

/** A page of an account's statements, newest first. */
export const statementsOf = async (
  db: Db,
  account: AccountKey,
  page: { limit: number; offset: number },
): Promise<{ entities: Statement[]; total: number }> => {
  const { rows, total } = await listStatements(db, account, page);
  return { entities: rows.map(present), total };
};

/** A statement with a page of its lines; refuses with `statement.notFound`. */
export const statementOf = async (
  db: Db,
  account: AccountKey,
  id: string,
  page: { limit: number; offset: number },
): Promise<StatementDetails> => {
  const row = (await findStatement(db, account, id)) ?? refuse('statement.notFound');
  const { lines, total } = await linesOfStatement(db, id, page);
  return {
    ...present(row),
    total,
    lines: lines.map((line) => ({
      ...{ month: line.month, station: line.station_key, stationName: line.station_name },
      ...{ campaign: line.campaign_key, campaignName: line.campaign_name, impressions: line.impressions },
      ...{ revenue: line.micros / microsPerUnit, amount: line.amount_minor },
    })),
  };
};

const present = (row: StatementRow): Statement => ({
  ...{ id: row.id, month: row.month, currency: row.currency, timezone: row.timezone },
  ...{ closed: row.closed_at.toISOString(), impressions: row.impressions, revenue: row.micros / microsPerUnit },
  ...{ amount: row.amount_minor, sha256: row.sha256 },
  invoice:
    row.invoice_id === null
      ? null
      : {
          id: row.invoice_id,
          number: numberText({ year: row.invoice_year!, number: row.invoice_number! }),
          state: row.invoice_state!,
        },
});

const pageSize = 1000;

/** The days of a statement as CSV rows; amounts in micros, as its hash has them. */
export const statementDays = async (
  db: Db,
  account: AccountKey,
  id: string,
): Promise<{ filename: string; rows: AsyncGenerator<readonly (string | number)[]> }> => {
  const { month, currency } = (await findStatement(db, account, id)) ?? refuse('statement.notFound');
  return { filename: `statement-${month}-${currency}.csv`, rows: dayRows(db, id) };
};

async function* dayRows(db: Db, id: string): AsyncGenerator<readonly (string | number)[]> {
  yield ['day', 'station', 'campaign', 'impressions', 'micros'];
  let after: Awaited<ReturnType<typeof daysOfStatement>>[number] | undefined;
  for (;;) {
    const days = await daysOfStatement(db, id, after, pageSize);
    for (const day of days) yield [day.day, day.station_key, day.campaign_key, day.impressions, day.micros];
    after = days.at(-1);
    if (days.length < pageSize) return;
  }
}
