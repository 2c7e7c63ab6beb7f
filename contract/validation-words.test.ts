import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { everyEndpoint } from './index.ts';
import { validationWords } from './validation-words.ts';

const words = (schema: z.ZodMiniType, value: unknown): string[] =>
  z.safeParse(schema, value, { error: validationWords }).error?.issues.map(({ message }) => message) ?? [];

const long = z.string().check(z.minLength(3), z.maxLength(5));

it.each([
  ['a missing text', z.string(), undefined, 'This field is required'],
  ['a text that is null', z.string(), null, 'This field is required'],
  ['a missing choice', z.enum(['a', 'b']), undefined, 'This field is required'],
  ['a choice nobody made', z.enum(['a', 'b']), '', 'This field is required'],
  ['an empty list', z.array(z.string()).check(z.minLength(1)), [], 'This field is required'],
  ['another choice', z.enum(['owner', 'admin']), 'staff', 'Please choose one of: owner, admin'],
  ['a short text', long, 'ab', 'At least 3 characters'],
  ['a long text', long, 'abcdef', 'At most 5 characters'],
  ['no number', z.coerce.number(), 'many', 'Please enter a number'],
  ['a text for a number', z.number(), '7', 'Please enter a number'],
  ['half a thing', z.int(), 1.5, 'Please enter a whole number'],
  ['a small number', z.number().check(z.gte(2)), 1, 'At least 2'],
  ['a large number', z.number().check(z.lte(2)), 3, 'At most 2'],
  ['a number at an open bound', z.number().check(z.gt(0)), 0, 'More than 0'],
  ['an e-mail that is none', z.email(), 'me', 'Please enter a valid e-mail address.'],
  ['a time that is none', z.iso.datetime(), 'soon', 'Times look like 2026-11-21T18:00:00Z.'],
  ['a field nobody knows', z.strictObject({ a: z.string() }), { a: '', b: 1 }, 'There is no field named b'],
] as const)('has words for %s', (_what, schema, value, expected) => {
  expect(words(schema as z.ZodMiniType, value)).toEqual([expected]);
});

/** Parts of an endpoint's input, each with its schema. */
const inputs = everyEndpoint().flatMap(({ domain, name, endpoint }) => {
  const { query = {}, body } = endpoint.spec;
  const shape = body && 'shape' in body ? (body.shape as Record<string, z.ZodMiniType>) : {};
  return Object.entries({ ...endpoint.params, ...query, ...shape }).map(
    ([field, schema]) => [`${domain}.${name} ${field}`, schema] as const,
  );
});

it('leaves no wrong value of any call without words that say what to do', () => {
  const wrong = [undefined, null, 'nonsense', '', -1, 1e99, 0.5, true, [], {}, [1], ['foo'], { nested: 1 }];
  const vague = inputs.flatMap(([field, schema]) =>
    wrong
      .flatMap((value) => words(schema, value))
      .filter((text) => /^(Invalid|This value is not valid$|This does not have)/.test(text))
      .map((text) => `${field}: ${text}`),
  );
  expect([...new Set(vague)]).toEqual([]);
});
