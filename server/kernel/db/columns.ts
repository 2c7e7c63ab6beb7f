import type { ColumnType } from 'kysely';

/* The kinds of columns that tables share, as Kysely reads and writes them. */

export type Created = ColumnType<Date, Date | undefined, never>;
export type Changed = ColumnType<Date, Date | undefined, Date>;
export type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Made by the database of the row's names (name-search.ts). */
export type SearchName = ColumnType<string, never, never>;
export type Bigint = ColumnType<number, number | undefined, number>;
/** A JSON object whose shape the contract keeps; written as text. */
export type Document = ColumnType<Record<string, unknown>, string | undefined, string>;
