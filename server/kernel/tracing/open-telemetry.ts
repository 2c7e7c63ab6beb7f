import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span as ApiSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import type { Span, Tracing } from './tracing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const stopMs = 2000;

/** Sends traces as OTLP over HTTP (JSON), in batches every five seconds; what a receiver that is away misses is dropped. */
export const openTelemetry = ({ endpoint, share }: NonNullable<Config['traces']>, part: string): Tracing => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `skywave-${part}`, 'host.name': hostname() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  });
  const tracer = provider.getTracer('skywave');
  const current = new AsyncLocalStorage<ApiSpan>();
  return {
    begin(name, kind, attributes = {}) {
      const parent = current.getStore();
      const within = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      return spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes }, within), current);
    },
    isWithin: () => current.getStore() !== undefined,
    stop: () => Promise.race([provider.shutdown(), pause(stopMs, undefined, { ref: false })]),
  };
};

const spanOf = (span: ApiSpan, current: AsyncLocalStorage<ApiSpan>): Span => ({
  set: (values) => void span.setAttributes(values),
  end(failed) {
    if (failed !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', typeOf(failed));
    }
    span.end();
  },
  run: (work) => current.run(span, work),
});

/** Its code or name, as a message may contain what a user wrote. */
const typeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? error);
};
