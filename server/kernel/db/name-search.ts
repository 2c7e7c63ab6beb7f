import { sql, type Expression, type SqlBool } from 'kysely';

/**
 * Matches rows whose names contain this text, ignoring case; one or two letters or digits only match the beginning of a
 * word.
 * `table` is the query's alias of a table with a `search_name` (migrations/baseline/name-search.ts).
 */
export const nameMatches = (table: string, search: string): Expression<SqlBool> =>
  search === '' ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`${table}.search_name`)} like search_pattern(${search})`;
