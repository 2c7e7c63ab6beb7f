import type { Config } from '../config.ts';

type Values = Record<string, string | number>;

/** A piece of work in a trace. `run` makes what it calls, and what that awaits, part of it. */
export type Span = {
  set(values: Values): void;
  /** `failed`: the error with which it ended. */
  end(failed?: unknown): void;
  run<T>(work: () => T): T;
};

/** Where a process records what it spends its time on. */
export type Tracing = {
  /** Begins a span within the current one, or a trace. */
  begin(name: string, kind: 'server' | 'client' | 'internal', values?: Values): Span;
  /** Whether a span is current. */
  isWithin(): boolean;
  /** Sends what was recorded; gives up after two seconds. */
  stop(): Promise<void>;
};

/** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set: nothing of OpenTelemetry is loaded then (ADR 96). */
export const startTracing = async ({ traces }: Pick<Config, 'traces'>, part: string): Promise<Tracing | undefined> => {
  if (!traces) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(traces, part);
};

/** Runs `work` as a span. */
export const inSpan = async <T>(
  tracing: Tracing,
  [name, kind, values]: Parameters<Tracing['begin']>,
  work: () => Promise<T>,
): Promise<T> => {
  const span = tracing.begin(name, kind, values);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
};
