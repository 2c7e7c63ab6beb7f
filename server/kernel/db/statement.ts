import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../kernel.ts';
import type { Pipeline } from './pipeline.ts';
import { prepared } from './prepared.ts';

type Values<Places extends RawBuilder<unknown>[]> = {
  [N in keyof Places]: Places[N] extends RawBuilder<infer Value> ? Value : never;
};

/**
 * A prepared statement whose text is built at its first use, not at each call; returns its rows. `build` gets a place for
 * each value, which it may put into the text several times. A name stands for one text; see `prepared` for what may be
 * prepared. Outside a transaction it goes through the pipeline, so it must be a read that takes a few milliseconds at most.
 */
export const statement =
  <Places extends RawBuilder<unknown>[], Row>(name: string, build: (...places: Places) => RawBuilder<Row>) =>
  async (db: Db | Tx, ...values: Values<Places>): Promise<Row[]> => {
    const text = (texts.get(name) as CompiledQuery<Row> | undefined) ?? compile(db, name, build);
    const parameters = text.parameters.map((part) => (part instanceof Place ? values[part.number] : part));
    const piped = pipelines.get(db)?.run({ name, text: text.sql, values: parameters });
    if (piped) return (await piped) as Row[];
    return (await db.executeQuery<Row>({ ...text, parameters })).rows;
  };

/** By database; a transaction has none, nor a database behind a pooler without prepared statements. */
export const pipelines = new WeakMap<Db, Pipeline>();

const texts = new Map<string, CompiledQuery<unknown>>();

/** Stands for a value while the text is built. */
class Place {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

const compile = <Places extends RawBuilder<unknown>[], Row>(
  db: Db | Tx,
  name: string,
  build: (...places: Places) => RawBuilder<Row>,
): CompiledQuery<Row> => {
  const places = Array.from({ length: build.length }, (_, number) => sql.val(new Place(number)));
  const text = sql<Row>`${prepared(name)} ${build(...(places as unknown as Places))}`.compile(db);
  texts.set(name, text);
  return text;
};
