import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import * as z from 'zod/mini';

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

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : value;

/**
 * A text of the URL state, undefined if it is too long. In a URL that a person wrote it may look like a number (`?search=55500`) or
 * like another word of JSON.
 */
export const textParam = (maxLength: number) =>
  z.catch(z.optional(z.pipe(z.transform(asText), z.string().check(z.maxLength(maxLength)))), undefined);
