import type * as z from 'zod/mini';
import type { PartHealth } from '#contract/portal.ts';
import { checks, type HealthDeps } from './health-checks.ts';

type Part = z.infer<typeof PartHealth>;
type Health = { parts: Part[]; checked: string };

const patienceMs = 2000;
const rememberedMs = 3000;

/**
 * How each part of the system is: all are asked at once, none for longer than two seconds, and none can make the
 * answer fail. What was found is given to everybody who asks within three seconds.
 */
export const createHealth = (deps: HealthDeps): (() => Promise<Health>) => {
  let last: { health: Promise<Health>; at: number } | undefined;
  return () => {
    if (!last || performance.now() - last.at > rememberedMs) last = { health: look(deps), at: performance.now() };
    return last.health;
  };
};

const look = async (deps: HealthDeps): Promise<Health> => {
  const parts = await Promise.all(
    Object.entries(checks).map(([part, check]) => judged(deps, part as Part['part'], check)),
  );
  return { parts, checked: deps.clock.now().toISOString() };
};

const judged = async (deps: HealthDeps, part: Part['part'], check: (typeof checks)[Part['part']]): Promise<Part> => {
  const begun = performance.now();
  const stopping = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error('no answer within two seconds'));
    stopping.abort();
  }, patienceMs);
  try {
    const found = await Promise.race([check(deps, stopping.signal), late.promise]);
    return { part, latency: Math.round(performance.now() - begun), ...found };
  } catch (error) {
    deps.log.warn({ part, error: String(error) }, 'a part of the system is not well');
    return { part, state: 'down', detail: reasonOf(error), latency: null };
  } finally {
    clearTimeout(timer);
  }
};

/** A sentence for the portal's administrators; addresses in it may hold passwords. */
const reasonOf = (error: unknown): string => {
  const { message, cause, code } = error as { message?: string; cause?: { code?: string }; code?: string };
  const word = known[cause?.code ?? code ?? ''] ?? message ?? 'it failed';
  const clean = word.replace(/:\/\/[^\s/@]+@/g, '://').slice(0, 200);
  return `It does not work: ${clean.replace(/\.$/, '')}.`;
};

const known: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at its address',
  ENOTFOUND: 'its name is not known',
  ETIMEDOUT: 'it did not answer in time',
  ECONNRESET: 'it broke the connection off',
  EAUTH: 'the user name or password was refused',
};
