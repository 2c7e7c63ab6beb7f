import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';

/**
 * Names a statement, so that each connection parses and plans it once: nine tenths of what a look-up by key costs the
 * database. Put it first; only into statements that list their columns (`*` would fail after a migration) and whose
 * best plan is the same for all values.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared ${name} */`);

const named = /^(?:select )?\/\* prepared (\S+) \*\//;

/** Makes a connection send statements that name themselves by their names. */
export const prepareNamed = (client: pg.ClientBase): void => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? named.exec(text)?.[1] : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  }) as typeof client.query;
};
