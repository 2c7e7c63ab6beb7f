import * as z from 'zod/mini';
import { StationState, SyncReply, type StationDesired, type SyncRequest } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';

/** The engine's control port (contract/engine.ts). Every call is bounded by its signal or 10 s. */
export type EngineClient = ReturnType<typeof createEngineClient>;

/** The engine answered, and did not take what it was told: asking again would not help. */
export class EngineRefusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`The engine answered ${status}: ${text.slice(0, 300)}`);
    this.name = 'EngineRefusal';
    this.status = status;
  }
}

const longestMs = 10_000;

/** Speaks to the engine at `url` with its token. A call fails with `EngineRefusal` where the engine said no. */
export const createEngineClient = (url: string, token: string) => {
  const call = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ?? AbortSignal.timeout(longestMs),
    });
    if (!answer.ok) throw new EngineRefusal(answer.status, await answer.text());
    return answer;
  };
  const told = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<void> => {
    // An answer that isn't read would hold its connection.
    await (await call(method, path, body, signal)).arrayBuffer();
  };

  return {
    /** False where the engine has a newer document already. */
    put: async (station: StationDesired, signal?: AbortSignal) =>
      await unlessOlder(told('PUT', `/stations/${station.key}`, station, signal)),
    /** Also where the engine doesn't know the station; false where it was sent a newer document meanwhile. */
    remove: async (key: StationKey, revision: number, signal?: AbortSignal) =>
      await unlessOlder(
        told('DELETE', `/stations/${key}?revision=${String(revision)}`, undefined, signal).catch(unlessUnknown),
      ),
    sync: async (request: z.infer<typeof SyncRequest>) =>
      z.parse(SyncReply, await (await call('POST', '/stations/sync', request)).json()),
    state: async (key: StationKey, signal?: AbortSignal) =>
      z.parse(StationState, await (await call('GET', `/stations/${key}`, undefined, signal)).json()),
    restart: (key: StationKey, signal?: AbortSignal) => told('POST', `/stations/${key}/restart`, undefined, signal),
    kick: async (key: StationKey, signal?: AbortSignal) => {
      await told('POST', `/stations/${key}/kick`, undefined, signal).catch(unlessUnknown);
    },
    /** The open event stream, to be read until it ends. */
    events: async (signal: AbortSignal) => await call('GET', '/events', undefined, signal),
  };
};

/** Whether the engine took it; two that were sent at once may arrive the wrong way round, and the newer one counts. */
const unlessOlder = async (sent: Promise<void>): Promise<boolean> => {
  try {
    await sent;
    return true;
  } catch (error) {
    if (error instanceof EngineRefusal && error.status === 409) return false;
    throw error;
  }
};

const unlessUnknown = (error: unknown): void => {
  if (!(error instanceof EngineRefusal && error.status === 404)) throw error;
};
