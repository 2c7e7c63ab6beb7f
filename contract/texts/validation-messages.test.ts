import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '../api/index.ts';
import { validationMessages } from './validation-messages.ts';

const messages = (schema: z.ZodMiniType, value: unknown): string[] =>
  z.safeParse(schema, value, { error: validationMessages }).error?.issues.map(({ message }) => message) ?? [];

const long = z.string().check(z.minLength(3), z.maxLength(5));

it.each([
  ['a missing text', z.string(), undefined, 'This field is required'],
  ['a text that is null', z.string(), null, 'This field is required'],
  ['a missing choice', z.enum(['a', 'b']), undefined, 'This field is required'],
  ['an unset choice', z.enum(['a', 'b']), '', 'This field is required'],
  ['an empty list', z.array(z.string()).check(z.minLength(1)), [], 'This field is required'],
  ['another choice', z.enum(['owner', 'admin']), 'staff', 'Please choose one of: owner, admin'],
  ['a short text', long, 'ab', 'At least 3 characters'],
  ['a long text', long, 'abcdef', 'At most 5 characters'],
  ['not a number', z.coerce.number(), 'many', 'Please enter a number'],
  ['a text for a number', z.number(), '7', 'Please enter a number'],
  ['a fraction', z.int(), 1.5, 'Please enter a whole number'],
  ['a small number', z.number().check(z.gte(2)), 1, 'At least 2'],
  ['a large number', z.number().check(z.lte(2)), 3, 'At most 2'],
  ['a number at an exclusive limit', z.number().check(z.gt(0)), 0, 'More than 0'],
  ['an invalid e-mail', z.email(), 'me', 'Please enter a valid e-mail address.'],
  ['an invalid time', z.iso.datetime(), 'soon', 'Please enter a time like 2026-11-21T18:00:00Z.'],
  ['an unknown field', z.strictObject({ a: z.string() }), { a: '', b: 1 }, 'Unknown field: b'],
] as const)('has a message for %s', (_what, schema, value, expected) => {
  expect(messages(schema as z.ZodMiniType, value)).toEqual([expected]);
});

/** The input fields of all endpoints, each with its schema. */
const inputs = allEndpoints().flatMap(({ domain, name, endpoint }) => {
  const { query = {}, body } = endpoint.spec;
  const shape = body && 'shape' in body ? (body.shape as Record<string, z.ZodMiniType>) : {};
  return Object.entries({ ...endpoint.params, ...query, ...shape }).map(
    ([field, schema]) => [`${domain}.${name} ${field}`, schema] as const,
  );
});

it('gives every invalid value of every call a message that says what to do', () => {
  const wrong = [undefined, null, 'nonsense', '', -1, 1e99, 0.5, true, [], {}, [1], ['foo'], { nested: 1 }];
  const vague = inputs.flatMap(([field, schema]) =>
    wrong
      .flatMap((value) => messages(schema, value))
      .filter((text) => /^(Invalid|This value is not valid$|This is not in)/.test(text))
      .map((text) => `${field}: ${text}`),
  );
  expect([...new Set(vague)]).toEqual([]);
});
