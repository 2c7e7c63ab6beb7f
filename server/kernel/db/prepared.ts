import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';

/**
 * Names a statement, so that each connection parses and plans it only once, which is nine tenths of the cost of a
 * lookup by key. Put it first, and only in statements that list their columns (`*` would fail after a migration) and
 * whose best plan is the same for all values.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared ${name} */`);

const namePattern = /^(?:select )?\/\* prepared (\S+) \*\//;

/** Makes a connection send named statements as prepared ones. */
export const prepareNamed = (client: pg.ClientBase): void => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? namePattern.exec(text)?.[1] : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  }) as typeof client.query;
};
