import { sql, type Expression, type SqlBool } from 'kysely';

/**
 * What has this in its names, without regard to case: any part of them; one or two letters or digits are the
 * beginning of a word.
 * `table` is one with a `search_name` (migration 0002), as the query calls it.
 */
export const nameMatches = (table: string, search: string): Expression<SqlBool> =>
  search === '' ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`${table}.search_name`)} like search_pattern(${search})`;
