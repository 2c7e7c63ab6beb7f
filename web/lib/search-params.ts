import { isDay } from '#contract/rules/dates.ts';
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * The value that is written in a URL: JSON, or a text. A number that would be another text when it is written again, such as
 * `1e5` or one of twenty digits, is a text.
 */
const parseValue = (written: string): unknown => {
  const value: unknown = JSON.parse(written);
  if (typeof value === 'number' && String(value) !== written) throw new SyntaxError('not written as we write numbers');
  return value;
};

/** How the router reads and writes the part of a URL after `?`. */
export const parseSearch = parseSearchWith(parseValue);
export const stringifySearch = stringifySearchWith(JSON.stringify, parseValue);

/** Reads a parameter of the URL state; undefined where no control of the page could have set it. */
type Param<T> = (value: unknown) => T | undefined;
type Params = Readonly<Record<string, Param<unknown>>>;

/** The URL state that a route's parameters describe; each may be missing. */
export type SearchOf<S extends { params: Params }> = { [K in keyof S['params']]?: ReturnType<S['params'][K]> };

/**
 * The URL state of a route. All routes are declared before anything is shown, so it is plain functions, not a schema: zod and
 * the schemas of sixty routes were a quarter of what a cold page evaluates first (ADR 78).
 */
export const searchParams = <const P extends Params>(params: P) => ({
  params,
  parse: (search: Readonly<Record<string, unknown>>): SearchOf<{ params: P }> => {
    const read = Object.keys(params).filter((name) => name in search);
    return Object.fromEntries(read.map((name) => [name, params[name]?.(search[name])])) as SearchOf<{ params: P }>;
  },
});

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : value;

/**
 * A text of the URL state, undefined if it is too long. In a URL that a person wrote it may look like a number (`?search=55500`) or
 * like another word of JSON.
 */
export const textParam =
  (maxLength: number): Param<string> =>
  (value) =>
    idParam(maxLength)(asText(value));

/** What the page itself wrote, such as a key or the name of a column. */
export const idParam =
  (maxLength: number): Param<string> =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength ? value : undefined;

/** A text that the pattern matches. */
export const patternParam =
  (pattern: RegExp, maxLength = Infinity): Param<string> =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && pattern.test(value) ? value : undefined;

/** A date like 2026-11-21. */
export const dateParam = patternParam(/^\d{4}-\d\d-\d\d$/);

/** A day that there is, up to 2099. */
export const dayParam: Param<string> = (value) => (typeof value === 'string' && isDay(value) ? value : undefined);

/** One of these values. */
export const oneOfParam =
  <const T extends string | number | boolean>(values: readonly T[]): Param<T> =>
  (value) =>
    values.find((one) => one === value);

/** A whole number from `min` to `max`. */
export const wholeParam =
  (min: number, max: number): Param<number> =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;

/** A list of at most `maxLength` parts, undefined if one of them is not as `part` reads it. */
export const listParam =
  <T>(part: Param<T>, maxLength: number): Param<T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > maxLength) return undefined;
    const parts = value.map(part).filter((one) => one !== undefined);
    return parts.length === value.length ? parts : undefined;
  };
