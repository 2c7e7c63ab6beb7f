import * as z from 'zod/mini';
import type { World } from '../world.ts';
import type { Fields } from './decode-form.ts';
import { invalid } from './refusal.ts';

/** An endpoint of the sandbox: `customers/:id` names the id that its handler gets first. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: readonly string[];
  run: (world: World, fields: Fields, ids: readonly string[]) => unknown;
};

/** An endpoint with its parameters; like the provider, it refuses those that it doesn't know. */
export const route = <S extends z.core.$ZodShape>(
  method: Route['method'],
  path: string,
  shape: S,
  run: (world: World, given: z.infer<z.ZodMiniObject<S>>, ids: readonly string[]) => unknown,
): Route => {
  const takes = z.strictObject({ ...shape, expand: z.optional(z.array(z.string())) });
  return {
    method,
    path: path.split('/'),
    run(world, fields, ids) {
      const read = takes.safeParse(fields);
      if (!read.success) throw refusalOf(read.error);
      return run(world, read.data as z.infer<z.ZodMiniObject<S>>, ids);
    },
  };
};

const refusalOf = ({ issues: [issue] }: z.core.$ZodError): Error => {
  if (issue?.code === 'unrecognized_keys')
    return invalid(`Received unknown parameter: ${issue.keys.join(', ')}`, 'parameter_unknown');
  return invalid(
    `Invalid ${(issue?.path ?? []).map(String).join('.')}: ${issue?.message ?? 'unknown'}`,
    'parameter_invalid',
  );
};

/** What every list takes. */
export const listShape = {
  limit: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.transform(Number))),
  starting_after: z.optional(z.string()),
};
export const integer = z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number));
export const decimal = z.pipe(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9})?$/)), z.transform(Number));
export const bool = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);
export const metadata = z.record(z.string(), z.string());
export const empty = z.literal('');
export const automaticTax = z.optional(z.strictObject({ enabled: bool }));
export const billingMode = z.optional(z.strictObject({ type: z.literal('flexible') }));
