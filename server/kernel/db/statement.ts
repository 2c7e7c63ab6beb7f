import type { CompiledQuery, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel.ts';
import { prepared } from './prepared.ts';

type Values<Places extends RawBuilder<unknown>[]> = {
  [N in keyof Places]: Places[N] extends RawBuilder<infer Value> ? Value : never;
};

/** A statement with values for its places; returns its rows. */
export type Statement<Given extends unknown[], Row> = (db: Db | Tx, ...values: Given) => Promise<Row[]>;

/**
 * A prepared statement whose text is built at its first use, not at each call. `build` gets a place for each value, which
 * it may put into the text several times; see `prepared` for its name and for what may be prepared.
 */
export const statement = <Places extends RawBuilder<unknown>[], Row>(
  name: string,
  build: (...places: Places) => RawBuilder<Row>,
): Statement<Values<Places>, Row> => {
  let built: CompiledQuery<Row> | undefined;
  return async (db, ...values) => {
    built ??= compiledOf(db, name, build);
    const parameters = built.parameters.map((part) => (part instanceof Place ? values[part.number] : part));
    return (await db.executeQuery<Row>({ ...built, parameters })).rows;
  };
};

/** Stands for a value while the text is built. */
class Place {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

const compiledOf = <Places extends RawBuilder<unknown>[], Row>(
  db: Db | Tx,
  name: string,
  build: (...places: Places) => RawBuilder<Row>,
): CompiledQuery<Row> => {
  const places = Array.from({ length: build.length }, (_, number) => sql.val(new Place(number)));
  return sql<Row>`${prepared(name)} ${build(...(places as unknown as Places))}`.compile(db);
};
