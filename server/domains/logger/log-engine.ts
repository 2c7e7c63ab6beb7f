import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import { EngineLog, EngineLogUsage, EngineSpan, EngineTimeline } from '#contract/engine-log.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';

const longestMs = 10_000;

type At = Pick<Config, 'engineUrl' | 'engineToken'>;
export type LogEngine = ReturnType<typeof logEngine>;

/**
 * What the engine keeps of what stations sent out (contract/engine-log.ts). Refuses with `log.unavailable` where it
 * can't be reached, `log.nothing` and `log.otherFormat` where it has no such sound.
 */
export const logEngine = ({ engineUrl, engineToken }: At) => {
  const call = async (path: string, method = 'GET', signal = AbortSignal.timeout(longestMs)): Promise<Response> => {
    const headers = { authorization: `Bearer ${engineToken}` };
    const answer = await fetch(new URL(path, engineUrl), { method, headers, signal }).catch(() => undefined);
    if (answer?.ok) return answer;
    await answer?.body?.cancel();
    if (answer?.status === 404) return refuse('log.nothing');
    if (answer?.status === 409) return refuse('log.otherFormat');
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
    /** Bytes first to last (inclusive) of a span; to be read until its end, or until the signal. */
    sound: async (key: StationKey, span: EngineSpan, first: number, last: number, signal: AbortSignal) => {
      const { from, to } = span;
      const path = `/stations/${key}/log/sound?from=${from}&to=${to}&first=${first}&last=${last}`;
      const { body } = await call(path, 'GET', signal);
      return Readable.fromWeb(body as unknown as ReadableStream);
    },
    usage: () => json(EngineLogUsage, '/log'),
    /** Also where there is nothing. */
    clear: async (key: StationKey): Promise<void> => {
      await call(`/stations/${key}/log`, 'DELETE').catch((error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'log.nothing')) throw error;
      });
    },
  };
};
