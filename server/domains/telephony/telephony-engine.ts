import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import { TelephonyState, type Telephony } from '#contract/engine/engine-calls.ts';

/** The telephone calls of the engine's control port (contract/engine/engine-calls.ts). */
export type TelephonyEngine = {
  state(): Promise<TelephonyState>;
  /** False if the engine has a newer document. */
  put(document: Telephony): Promise<boolean>;
  /** A station as its callers hear it (WAV), until the signal aborts; the engine's reason where it can't be heard. */
  listen(station: StationKey, signal: AbortSignal): Promise<Readable | string>;
};

const timeoutMs = 5000;

/** A client of the engine at `url`; a call throws where the engine is unreachable or refuses. */
export const telephonyEngine = ({ url, token }: { url: string; token: string }): TelephonyEngine => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (more: RequestInit, path = '/telephony'): Promise<Response> => {
    const reply = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(timeoutMs), ...more });
    if (reply.ok || reply.status === 409) return reply;
    throw new Error(`The engine answered ${reply.status} to ${path}: ${(await reply.text()).slice(0, 300)}`);
  };
  return {
    state: async () => z.parse(TelephonyState, await (await call({})).json()),
    put: async (document) => {
      const reply = await call({ method: 'PUT', body: JSON.stringify(document) });
      // Reads the body, as an unread reply would hold its connection.
      await reply.arrayBuffer();
      return reply.status !== 409;
    },
    listen: async (station, signal) => {
      const reply = await call({ signal }, `/stations/${station}/telephone`);
      if (reply.status === 409) return await reply.text();
      return Readable.fromWeb(reply.body as unknown as ReadableStream);
    },
  };
};
