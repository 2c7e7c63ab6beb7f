import * as z from 'zod/mini';
import { ControlError } from './control-error.ts';

/** Parses a body by its contract schema; refuses with 400 and the name of the wrong field. */
export const parseBody = <T>(schema: z.ZodMiniType<T>, body: unknown): T => {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new ControlError(400, `${first?.path.join('.') || 'The body'}: ${first?.message ?? 'is wrong'}`);
};

/** A numeric query parameter, clamped to 0…`most`. */
export const numberParam = (url: URL, name: string, fallback: number, most: number): number => {
  const value = Number(url.searchParams.get(name) ?? fallback);
  return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : fallback;
};
