import * as z from 'zod/mini';
import { ControlError } from './control-error.ts';

/** A body as the contract has it; refuses with 400 and the field that is wrong. */
export function parse<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new ControlError(400, `${first?.path.join('.') || 'The body'}: ${first?.message ?? 'is wrong'}`);
}

/** A number of the address, from 0 to `most`. */
export function number(url: URL, name: string, otherwise: number, most: number): number {
  const value = Number(url.searchParams.get(name) ?? otherwise);
  return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : otherwise;
}
