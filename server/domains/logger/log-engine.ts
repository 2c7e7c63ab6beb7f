import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import { EngineLog, EngineLogUsage, EngineSpan, EngineTimeline } from '#contract/engine/engine-log.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';

const timeoutMs = 10_000;

export type LogEngine = ReturnType<typeof logEngine>;

/**
 * Client of the engine's recordings (contract/engine/engine-log.ts). Refuses with `log.unavailable` if it can't be reached,
 * `log.nothing` if there is no recording, and `log.otherFormat` if the format changes within the span.
 */
export const logEngine = (fleet: Fleet) => {
  const callAt = async (
    { url, token }: EngineNode,
    path: string,
    method = 'GET',
    signal = AbortSignal.timeout(timeoutMs),
  ): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, url), { method, headers, signal }).catch(() => undefined);
    if (response?.ok) return response;
    await response?.body?.cancel();
    if (response?.status === 404) return refuse('log.nothing');
    if (response?.status === 409) return refuse('log.otherFormat');
    return refuse('log.unavailable');
  };
  /** Asks the engine that has the station; of one that moved, the former engine keeps what it recorded before. */
  const call = async (key: StationKey, path: string, signal?: AbortSignal): Promise<Response> =>
    await callAt(await fleet.ownerOf(key), `/stations/${key}/log${path}`, 'GET', signal);
  const json = async <T extends z.ZodMiniType>(schema: T, key: StationKey, path: string): Promise<z.output<T>> =>
    z.parse(schema, await (await call(key, path)).json());

  return {
    overview: (key: StationKey) => json(EngineLog, key, ''),
    timeline: (key: StationKey, from: number, to: number) =>
      json(EngineTimeline, key, `/timeline?from=${from}&to=${to}`),
    span: (key: StationKey, from: number, to: number) => json(EngineSpan, key, `/span?from=${from}&to=${to}`),
    /** Bytes `first` to `last` (inclusive) of a span, as a stream that ends early if the signal aborts. */
    sound: async (key: StationKey, span: EngineSpan, first: number, last: number, signal: AbortSignal) => {
      const { from, to } = span;
      const { body } = await call(key, `/sound?from=${from}&to=${to}&first=${first}&last=${last}`, signal);
      return Readable.fromWeb(body as unknown as ReadableStream);
    },
    /** Of all engines together; only those with a limit have one together. */
    usage: async (): Promise<EngineLogUsage> => {
      const all = await Promise.all(
        fleet.engines.map(async (node) => z.parse(EngineLogUsage, await (await callAt(node, '/log')).json())),
      );
      const sumOf = (value: (one: EngineLogUsage) => number): number => all.reduce((sum, one) => sum + value(one), 0);
      const isLimited = all.every(({ max_bytes }) => max_bytes !== null);
      return {
        bytes: sumOf(({ bytes }) => bytes),
        max_bytes: isLimited ? sumOf(({ max_bytes }) => max_bytes ?? 0) : null,
        free_bytes: sumOf(({ free_bytes }) => free_bytes),
        stations: sumOf(({ stations }) => stations),
      };
    },
    /** Deletes a station's recordings; succeeds if there are none. */
    clear: async (key: StationKey): Promise<void> => {
      const clearAt = async (node: EngineNode): Promise<void> => {
        await callAt(node, `/stations/${key}/log`, 'DELETE').catch((error: unknown) => {
          if (!(error instanceof Refusal && error.code === 'log.nothing')) throw error;
        });
      };
      // An engine that had the station may have recordings too.
      await Promise.all(fleet.engines.map(clearAt));
    },
  };
};
