import * as z from 'zod/mini';

/** A text of a form or query: trimmed, of at most `max` characters, all of which can be kept. */
export const text = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((written) => written.isWellFormed() && !written.includes('\0'), 'This text cannot be kept as it is.'),
  );

/** A whole number of a query, 0 to `max`. */
export const whole = (fallback: number, max: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(max)), fallback);

/** ISO 3166 alpha-2, or nothing. */
export const Country = z.string().check(z.regex(/^([A-Z]{2})?$/, 'Please choose a country.'));

/** ISO 4217, or nothing. */
export const Currency = z.string().check(z.regex(/^([A-Z]{3})?$/, 'Please choose a currency.'));

export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.email('Please enter a valid e-mail address.'), z.maxLength(254));

/** How a long list says how long it is: exact to 10,000; then 10,000 and `capped`. */
export const listed = <T extends z.ZodMiniType>(entity: T) =>
  z.object({ entities: z.array(entity), total: z.number(), capped: z.boolean() });
