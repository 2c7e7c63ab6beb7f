import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { StatementDay } from './statement-hash.ts';

/** What the account's statements say of the days since `from`, by currency. */
export const statedDays = async (
  db: Db | Tx,
  account: AccountKey,
  from: string,
): Promise<(StatementDay & { currency: string })[]> =>
  (
    await sql<StatementDay & { currency: string }>`
      select s.currency, to_char(d.day, 'YYYY-MM-DD') as day, d.station_key, d.campaign_key,
        sum(d.impressions)::float8 as impressions, sum(d.micros)::float8 as micros
      from ad_statements s join ad_statement_days d on d.statement_id = s.id
      where s.account_key = ${account} and d.day >= ${from}::date
      group by s.currency, d.day, d.station_key, d.campaign_key`.execute(db)
  ).rows;

/** The month of the account's latest statement. */
export const latestMonth = async (db: Db | Tx, account: AccountKey): Promise<string | undefined> =>
  (
    await db
      .selectFrom('ad_statements')
      .select('month')
      .where('account_key', '=', account)
      .orderBy('month', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.month;

export type StatementRow = {
  id: string;
  account_key: AccountKey;
  month: string;
  currency: string;
  timezone: string;
  account_name: string;
  closed_at: Date;
  impressions: number;
  micros: number;
  amount_minor: number;
  sha256: string;
  invoice_id: string | null;
  invoice_number: number | null;
  invoice_year: number | null;
  invoice_state: 'draft' | 'sent' | 'paid' | null;
};

const statements = sql`select s.id, s.account_key, s.month, s.currency, s.timezone, s.account_name, s.closed_at,
    s.impressions::float8 as impressions, s.micros::float8 as micros, s.amount_minor::float8 as amount_minor, s.sha256,
    i.id as invoice_id, i.number as invoice_number, i.year as invoice_year, i.state as invoice_state
  from ad_statements s left join ad_invoices i on i.statement_id = s.id and i.state <> 'void'`;

export const listStatements = async (
  db: Db,
  account: AccountKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StatementRow[]; total: number }> => {
  const { rows } = await sql<StatementRow>`${statements} where s.account_key = ${account}
    order by s.month desc, s.currency limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ad_statements where account_key = ${account}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
};

export const findStatement = async (db: Db | Tx, account: AccountKey, id: string): Promise<StatementRow | undefined> =>
  (await sql<StatementRow>`${statements} where s.account_key = ${account} and s.id = ${id}`.execute(db)).rows[0];

export type LineRow = {
  month: string;
  station_key: string;
  station_name: string;
  campaign_key: string;
  campaign_name: string;
  impressions: number;
  micros: number;
  amount_minor: number;
};

/** A page of the lines of a statement, in their order. */
export const linesOfStatement = async (
  db: Db | Tx,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ lines: LineRow[]; total: number }> => {
  const { rows: lines } = await sql<LineRow>`select month, station_key, station_name, campaign_key, campaign_name,
      impressions::float8 as impressions, micros::float8 as micros, amount_minor::float8 as amount_minor
    from ad_statement_lines where statement_id = ${id} order by ord limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ad_statement_lines where statement_id = ${id}`.execute(db);
  return { lines, total: counted[0]?.total ?? 0 };
};

/** The days of a statement, sorted, after a day, station and campaign. */
export const daysOfStatement = async (
  db: Db | Tx,
  id: string,
  after: Pick<StatementDay, 'day' | 'station_key' | 'campaign_key'> | undefined,
  limit: number,
): Promise<StatementDay[]> => {
  const { day, station_key, campaign_key } = after ?? { day: '0001-01-01', station_key: '', campaign_key: '' };
  const { rows } = await sql<StatementDay>`select to_char(day, 'YYYY-MM-DD') as day, station_key, campaign_key,
      impressions::float8 as impressions, micros::float8 as micros
    from ad_statement_days where statement_id = ${id}
      and (day, station_key, campaign_key) > (${day}::date, ${station_key}, ${campaign_key})
    order by ad_statement_days.day, station_key, campaign_key limit ${limit}`.execute(db);
  return rows;
};

/** Stores a statement with its days and lines; does nothing if the account has one for the month and currency. */
export const insertStatement = async (
  tx: Tx,
  statement: Omit<StatementRow, `invoice_${string}`>,
  days: readonly StatementDay[],
  lines: readonly LineRow[],
): Promise<void> => {
  const inserted = await tx
    .insertInto('ad_statements')
    .values(statement)
    .onConflict((on) => on.columns(['account_key', 'month', 'currency']).doNothing())
    .returning('id')
    .execute();
  if (inserted.length === 0) return;
  await sql`insert into ad_statement_days (statement_id, day, station_key, campaign_key, impressions, micros)
    select ${statement.id}, d.day::date, d.station_key, d.campaign_key, d.impressions, d.micros
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as d(day text, station_key text, campaign_key text, impressions bigint, micros bigint)`.execute(tx);
  await sql`insert into ad_statement_lines
    select ${statement.id}, (l.ord)::int, l.month, l.station_key, l.station_name, l.campaign_key, l.campaign_name,
      l.impressions, l.micros, l.amount_minor
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, ord) => ({ ord, ...line })))}::jsonb)
      as l(ord int, month text, station_key text, station_name text, campaign_key text, campaign_name text,
        impressions bigint, micros bigint, amount_minor bigint)`.execute(tx);
};
