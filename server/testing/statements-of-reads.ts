/**
 * How many statements a read sends to PostgreSQL; all others send one. A new call should need no entry: read the row with
 * the resource's context (`withRow`), and what belongs to it in the same statement.
 */
export const statementsOfReads: Readonly<Record<string, number>> = {};
