import * as z from 'zod/mini';
import type { AnyEndpoint } from '#contract/http.ts';
import { validationWords } from '#contract/validation-words.ts';
import { refuse } from './refuse.ts';

type Schema = z.ZodMiniType;
type Shape = Record<string, Schema>;

/** Parses one part of a request; every problem goes to its field by dotted path (400 `request.invalid`). */
export const parseInput = (schema: Schema, value: unknown): unknown => {
  const { value: parsed, problems } = issuesOf(schema, value);
  if (Object.keys(problems).length > 0) refuse('request.invalid', {}, problems);
  return parsed;
};

/** What a schema makes of a value, or what is wrong with it by dotted path. */
export const issuesOf = (schema: Schema, value: unknown): { value: unknown; problems: Record<string, string> } => {
  const parsed = z.safeParse(schema, value, { error: validationWords });
  const problems: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) problems[issue.path.map(String).join('.')] ??= issue.message;
  return { value: parsed.data, problems };
};

/** Reads path and query of an endpoint's requests. Made once: a schema compiles itself at its first use. */
export const inputOf = (endpoint: AnyEndpoint): { params: ReadPart; query: ReadPart } => {
  const params = z.object(endpoint.params);
  return {
    params: (given) => parseInput(params, given) as Record<string, unknown>,
    query: queryReader(endpoint.spec.query ?? {}),
  };
};

type ReadPart = (given: unknown) => Record<string, unknown>;

/**
 * A query as its shape wants it: a parameter that may be repeated is always a list, one that may not is
 * never one (its last value would silently win elsewhere, so it is refused by its schema here).
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

/** Whether a schema takes a list, however wrapped. */
export const isList = (schema: Schema): boolean => {
  const def = schema._zod.def as { type: string; innerType?: Schema };
  return def.type === 'array' || (def.innerType !== undefined && isList(def.innerType));
};
