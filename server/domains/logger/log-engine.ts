import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import { EngineLog, EngineLogUsage, EngineSpan, EngineTimeline } from '#contract/engine/engine-log.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import { mergeLogs, type LogEngine } from './merge-logs.ts';

const timeoutMs = 10_000;

export type { LogEngine } from './merge-logs.ts';

/** The logs of all engines. */
export const logEngine = ({ engines: [first, ...others] }: Pick<Fleet, 'engines'>): LogEngine =>
  mergeLogs([engineLogs(first), ...others.map(engineLogs)]);

/**
 * Client of one engine's recordings (contract/engine/engine-log.ts). Refuses with `log.unavailable` if it can't be reached,
 * `log.nothing` if there is no recording, and `log.otherFormat` if the format changes within the span.
 */
export const engineLogs = ({ url, token }: Pick<EngineNode, 'url' | 'token'>): LogEngine => {
  const call = async (path: string, method = 'GET', signal = AbortSignal.timeout(timeoutMs)): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, url), { method, headers, signal }).catch(() => undefined);
    if (response?.ok) return response;
    await response?.body?.cancel();
    if (response?.status === 404) return refuse('log.nothing');
    if (response?.status === 409) return refuse('log.otherFormat');
    return refuse('log.unavailable');
  };
  const json = async <T extends z.ZodMiniType>(schema: T, path: string): Promise<z.output<T>> =>
    z.parse(schema, await (await call(path)).json());

  return {
    overview: (key: StationKey) => json(EngineLog, `/stations/${key}/log`),
    timeline: (key: StationKey, from: number, to: number) =>
      json(EngineTimeline, `/stations/${key}/log/timeline?from=${from}&to=${to}`),
    span: (key: StationKey, from: number, to: number) =>
      json(EngineSpan, `/stations/${key}/log/span?from=${from}&to=${to}`),
    /** Bytes `first` to `last` (inclusive) of a span, as a stream that ends early if the signal aborts. */
    sound: async (key: StationKey, span: EngineSpan, first: number, last: number, signal: AbortSignal) => {
      const { from, to } = span;
      const path = `/stations/${key}/log/sound?from=${from}&to=${to}&first=${first}&last=${last}`;
      const { body } = await call(path, 'GET', signal);
      return Readable.fromWeb(body as unknown as ReadableStream);
    },
    usage: () => json(EngineLogUsage, '/log'),
    /** Deletes a station's recordings; succeeds if there are none. */
    clear: async (key: StationKey): Promise<void> => {
      await call(`/stations/${key}/log`, 'DELETE').catch((error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'log.nothing')) throw error;
      });
    },
  };
};
