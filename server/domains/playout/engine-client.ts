import * as z from 'zod/mini';
import { airRefusals, type AirRefusal } from '#contract/engine/engine-air.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import { StationState, SyncReply, type StationDesired, type SyncRequest } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationVersion } from '#contract/rules/station-version.ts';

/** Client of the engine's control port (contract/engine/engine.ts). Without a signal, a call times out after 10 s. */
export type EngineClient = ReturnType<typeof createEngineClient>;

/** The engine responded with an error: a retry would not help. */
export class EngineRefusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`The engine answered ${status}: ${text.slice(0, 300)}`);
    this.name = 'EngineRefusal';
    this.status = status;
  }
}

/** What people do on the air of a station (contract/engine/engine-air.ts); `path` is below the station's. */
export type AirCommand = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };

const timeoutMs = 10_000;

/** Creates a client for one engine. A call throws `EngineRefusal` on an error response. */
export const createEngineClient = ({ url, token }: Pick<EngineNode, 'url' | 'token'>) => {
  const call = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ?? AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new EngineRefusal(response.status, await response.text());
    return response;
  };
  const send = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<void> => {
    // Reads the body, as an unread response would hold its connection.
    await (await call(method, path, body, signal)).arrayBuffer();
  };

  return {
    /** False if the engine already has a newer document. */
    put: async (station: StationDesired, signal?: AbortSignal) =>
      await unlessOlder(send('PUT', `/stations/${station.key}`, station, signal)),
    /** Succeeds if the engine doesn't know the station; false if it has a newer document. */
    remove: async (key: StationKey, { revision, epoch = 0 }: StationVersion, signal?: AbortSignal) =>
      await unlessOlder(
        send('DELETE', `/stations/${key}?revision=${String(revision)}&epoch=${String(epoch)}`, undefined, signal).catch(
          unlessUnknown,
        ),
      ),
    sync: async (request: z.infer<typeof SyncRequest>) =>
      z.parse(SyncReply, await (await call('POST', '/stations/sync', request)).json()),
    state: async (key: StationKey, signal?: AbortSignal) =>
      z.parse(StationState, await (await call('GET', `/stations/${key}`, undefined, signal)).json()),
    restart: (key: StationKey, signal?: AbortSignal) => send('POST', `/stations/${key}/restart`, undefined, signal),
    kick: async (key: StationKey, signal?: AbortSignal) => {
      await send('POST', `/stations/${key}/kick`, undefined, signal).catch(unlessUnknown);
    },
    /** Carries out a command: the state that it led to, or why it can't be done. */
    command: async (
      key: StationKey,
      { method, path, body }: AirCommand,
      signal?: AbortSignal,
    ): Promise<StationState | AirRefusal> => {
      const reply = await call(method, `/stations/${key}/${path}`, body, signal).catch(airRefusalIn);
      return typeof reply === 'string' ? reply : z.parse(StationState, await reply.json());
    },
    /** Opens the event stream. */
    events: async (signal: AbortSignal) => await call('GET', '/events', undefined, signal),
  };
};

/** Whether the engine applied the revision; concurrent sends may arrive out of order, and the newer one wins. */
const unlessOlder = async (request: Promise<void>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof EngineRefusal && error.status === 409) return false;
    throw error;
  }
};

const airRefusalIn = (error: unknown): AirRefusal => {
  const found = error instanceof EngineRefusal && error.status === 409 ? error.message : '';
  const refusal = (Object.keys(airRefusals) as AirRefusal[]).find((one) => found.includes(airRefusals[one]));
  if (refusal === undefined) throw error;
  return refusal;
};

const unlessUnknown = (error: unknown): void => {
  if (!(error instanceof EngineRefusal && error.status === 404)) throw error;
};
