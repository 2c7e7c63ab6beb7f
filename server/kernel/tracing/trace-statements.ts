import type pg from 'pg';
import { pipelines } from '../db/statement.ts';
import type { Db } from '../kernel.ts';
import { inSpan, type Tracing } from './tracing.ts';

/** A statement of thousands of characters says enough with these. */
const mostText = 2000;

/**
 * A span for each statement of a request or a job, with its text but not its values. What processes ask by themselves,
 * such as whether there are jobs, is not recorded.
 */
export const traceStatements = ({ db, pool }: { db: Db; pool: pg.Pool }, tracing: Tracing): void => {
  pool.on('connect', (client) => traceClient(client, tracing));
  const pipeline = pipelines.get(db);
  if (!pipeline) return;
  pipelines.set(db, {
    ...pipeline,
    run(statement) {
      const asked = pipeline.run(statement);
      if (asked === undefined || !tracing.isWithin()) return asked;
      return inSpan(tracing, spanFor(statement.text, statement.name), () => asked);
    },
  });
};

type Query = (...given: unknown[]) => unknown;

/** Streams and copies (objects) and calls with a callback are passed on without a span. */
const traceClient = (client: pg.ClientBase, tracing: Tracing): void => {
  const query = client.query.bind(client) as Query;
  const traced: Query = (...given) => {
    const [text] = given;
    const isPlain = typeof text === 'string' && typeof given.at(-1) !== 'function';
    if (!isPlain || !tracing.isWithin()) return query(...given);
    return inSpan(tracing, spanFor(text, preparedName.exec(text)?.[1]), async () => await query(...given));
  };
  client.query = traced as typeof client.query;
};

const preparedName = /^(?:select )?\/\* prepared (\S+) \*\//;

const spanFor = (text: string, name: string | undefined): Parameters<Tracing['begin']> => [
  name ?? /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
  'client',
  { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, mostText) },
];
