import type * as z from 'zod/mini';
import type { PartHealth } from '#contract/api/portal.ts';
import { checks, type Check, type HealthDeps, type Patience } from './health-checks.ts';

type Part = z.infer<typeof PartHealth>;
type Health = { parts: Part[]; checked: string };

const usualPatience: Patience = { slowMs: 500, timeoutMs: 2000 };
const cachedMs = 3000;

/**
 * Checks every part of the system in parallel with a timeout of two seconds each; a failing check never fails the
 * whole. Results are cached for three seconds.
 */
export const createHealth = (deps: HealthDeps, patience = usualPatience): (() => Promise<Health>) => {
  let last: { health: Promise<Health>; at: number } | undefined;
  return () => {
    if (!last || performance.now() - last.at > cachedMs)
      last = { health: checkAll(deps, patience), at: performance.now() };
    return last.health;
  };
};

const checkAll = async (deps: HealthDeps, patience: Patience): Promise<Health> => {
  const parts = await Promise.all(
    Object.entries(checks).map(([part, check]) => checkPart(deps, patience, part as Part['part'], check)),
  );
  return { parts, checked: deps.clock.now().toISOString() };
};

const checkPart = async (deps: HealthDeps, patience: Patience, part: Part['part'], check: Check): Promise<Part> => {
  const started = performance.now();
  const timeout = new AbortController();
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    expired.reject(new Error(`no response within ${String(patience.timeoutMs / 1000)} seconds`));
    timeout.abort();
  }, patience.timeoutMs);
  try {
    const verdict = await Promise.race([check(deps, timeout.signal, patience), expired.promise]);
    return { part, latency: Math.round(performance.now() - started), ...verdict };
  } catch (error) {
    deps.log.warn({ part, error: String(error) }, 'health check failed');
    return { part, state: 'down', detail: reasonOf(error), latency: null };
  } finally {
    clearTimeout(timer);
  }
};

/** The error as a sentence for portal administrators, with credentials removed from URLs. */
const reasonOf = (error: unknown): string => {
  const { message, cause, code } = error as { message?: string; cause?: { code?: string }; code?: string };
  const reason = known[cause?.code ?? code ?? ''] ?? message ?? 'unknown error';
  const clean = reason.replace(/:\/\/[^\s/@]+@/g, '://').slice(0, 200);
  return `Check failed: ${clean.replace(/\.$/, '')}.`;
};

const known: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  ETIMEDOUT: 'connection timed out',
  ECONNRESET: 'connection reset',
  EAUTH: 'user name or password rejected',
};
