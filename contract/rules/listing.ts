import * as z from 'zod/mini';

/** A text of a form or query: trimmed, of at most `max` storable characters. */
export const text = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine(
      (written) => written.isWellFormed() && !written.includes('\0'),
      'This text contains characters that cannot be saved.',
    ),
  );

/** A whole number of a query, 0 to `max`. */
export const whole = (fallback: number, max: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(max)), fallback);

/** ISO 3166 alpha-2, or ''. */
export const Country = z.string().check(z.regex(/^([A-Z]{2})?$/, 'Please choose a country.'));

/** ISO 4217, or ''. */
export const Currency = z.string().check(z.regex(/^([A-Z]{3})?$/, 'Please choose a currency.'));

/** A language (BCP 47), perhaps with a country or a script. */
export const Language = text(20).check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/i, 'Please choose a language.'));

export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.email('Please enter a valid e-mail address.'), z.maxLength(254));

/** A list with its total: exact to 10,000; above that 10,000 and `capped`. */
export const listed = <T extends z.ZodMiniType>(entity: T) =>
  z.object({ entities: z.array(entity), total: z.number(), capped: z.boolean() });
