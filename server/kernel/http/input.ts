import * as z from 'zod/mini';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { validationMessages } from '#contract/texts/validation-messages.ts';
import { refuse } from './refuse.ts';

type Schema = z.ZodMiniType;
type Shape = Record<string, Schema>;

/** Parses one part of a request; reports each problem at its field by dotted path (400 `request.invalid`). */
export const parseInput = (schema: Schema, value: unknown): unknown => {
  const { value: parsed, problems } = issuesOf(schema, value);
  if (Object.keys(problems).length > 0) refuse('request.invalid', {}, problems);
  return parsed;
};

/** The parsed value, or the problems by dotted path. */
export const issuesOf = (schema: Schema, value: unknown): { value: unknown; problems: Record<string, string> } => {
  const parsed = z.safeParse(schema, value, { error: validationMessages });
  const problems: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) problems[issue.path.map(String).join('.')] ??= issue.message;
  return { value: parsed.data, problems };
};

/** Readers for path and query of an endpoint's requests. Create them once: a schema is compiled at its first use. */
export const inputOf = (endpoint: AnyEndpoint): { params: ReadPart; query: ReadPart } => {
  const params = z.object(endpoint.params);
  return {
    params: (given) => parseInput(params, given) as Record<string, unknown>,
    query: queryReader(endpoint.spec.query ?? {}),
  };
};

type ReadPart = (given: unknown) => Record<string, unknown>;

/**
 * Parses a query by its shape: a repeatable parameter is always a list, any other never is (if it is repeated, its
 * schema refuses it, as otherwise the last value would silently win).
 */
const queryReader = (shape: Shape): ReadPart => {
  const whole = z.object(shape);
  const names = Object.keys(shape);
  const lists = new Set(names.filter((name) => isList(shape[name] as Schema)));
  return (query) => {
    const given = query as Record<string, string | string[] | undefined>;
    const found: Record<string, unknown> = {};
    for (const name of names) {
      const value = given[name];
      if (value === undefined) continue;
      found[name] = lists.has(name) && !Array.isArray(value) ? [value] : value;
    }
    return parseInput(whole, found) as Record<string, unknown>;
  };
};

/** Whether a schema accepts a list, however wrapped. */
export const isList = (schema: Schema): boolean => {
  const def = schema._zod.def as { type: string; innerType?: Schema };
  return def.type === 'array' || (def.innerType !== undefined && isList(def.innerType));
};
