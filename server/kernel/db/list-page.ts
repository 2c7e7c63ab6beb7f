import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from './tables.ts';
import { refuse } from '../http/refuse.ts';

/** Totals are exact up to this number, and pages end there (design §6). */
export const maxCountedRows = 10_000;

/** The total of a list: exact to 10,000, then 10,000 and `capped`. */
export const countRows = async (
  db: Kysely<Database>,
  found: RawBuilder<unknown>,
): Promise<{ total: number; capped: boolean }> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${found} limit ${maxCountedRows + 1}) counted`.execute(db);
  const total = Number(rows[0]?.total ?? 0);
  return { total: Math.min(total, maxCountedRows), capped: total > maxCountedRows };
};

/** Refuses a page that begins after the 10,000th row; searching is the way to reach rows beyond. */
export const checkDepth = (offset: number, field: 'pageNumber' | 'offset' | 'page'): void => {
  if (offset > maxCountedRows)
    refuse('request.invalid', {}, { [field]: 'Only the first 10,000 are listed. Please search for the others.' });
};
