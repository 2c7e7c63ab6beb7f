import type { ContextRow } from '../auth/resource-context.ts';
import type { ResourceContext } from './handler.ts';

type Handle<Call, Result> = ((call: Call) => Result) & { row: ContextRow<unknown> };

/**
 * A handler of an endpoint with one key, which gets a row of its resource. The statement that finds the caller's roles on
 * the resource reads it too, so the call takes one round trip to the database (ADR 27); the handler runs only if the
 * roles permit the call.
 */
export const withRow = <Call extends { resources: Record<string, ResourceContext[]> }, Row, Result>(
  row: ContextRow<Row>,
  handle: (call: Call, row: Row) => Result,
): Handle<Call, Result> => Object.assign((call: Call) => handle(call, rowIn(call.resources, row)), { row });

/** The row that a handler made by `withRow` needs. */
export const rowOf = (handle: object): ContextRow<unknown> | undefined => (handle as Partial<Handle<never, never>>).row;

const rowIn = <Row>(resources: Record<string, ResourceContext[]>, { name, resource }: ContextRow<Row>): Row => {
  const [context] = Object.values(resources).flat();
  if (context?.resource !== resource) throw new Error(`The call has no ${resource} whose row ${name} could be read.`);
  return context.row as Row;
};
