import * as z from 'zod/mini';
import { refuse } from './refuse.ts';

type Schema = z.ZodMiniType;
type Shape = Record<string, Schema>;

/** Parses one part of a request; every problem goes to its field by dotted path (400 `request.invalid`). */
export const parseInput = (schema: Schema, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.map(String).join('.')] ??= issue.message;
  return refuse('request.invalid', {}, fields);
};

/**
 * A query as its shape wants it: a parameter that may be repeated is always a list, one that may not is
 * never one (its last value would silently win elsewhere, so it is refused by its schema here).
 */
export const parseQuery = (shape: Shape, query: unknown): Record<string, unknown> => {
  const given = query as Record<string, string | string[] | undefined>;
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = given[name];
    if (value === undefined) continue;
    found[name] = isList(schema) && !Array.isArray(value) ? [value] : value;
  }
  return parseInput(z.object(shape), found) as Record<string, unknown>;
};

/** Whether a schema takes a list, however wrapped. */
export const isList = (schema: Schema): boolean => {
  const def = schema._zod.def as { type: string; innerType?: Schema };
  return def.type === 'array' || (def.innerType !== undefined && isList(def.innerType));
};
