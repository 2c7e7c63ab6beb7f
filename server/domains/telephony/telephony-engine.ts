import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';
import { TelephonyState, type Telephony } from '#contract/engine/engine-calls.ts';

/** The telephone calls of the engine's control port (contract/engine/engine-calls.ts). */
export type TelephonyEngine = {
  state(): Promise<TelephonyState>;
  /** False if the engine has a newer document. */
  put(document: Telephony): Promise<boolean>;
  /** A station as its callers hear it (WAV), until the signal aborts; the engine's reason where it can't be heard. */
  listen(station: StationKey, signal: AbortSignal): Promise<Readable | string>;
};

/**
 * What the calls process says of itself: of several engines, the one that it is connected to. Throws if no engine can be
 * reached.
 */
export const telephonyState = async ({ engines }: Pick<Fleet, 'engines'>): Promise<TelephonyState> => {
  const results = await Promise.allSettled(engines.map((node) => telephonyEngine(node).state()));
  const states = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const found = states.find(({ running }) => running) ?? states[0];
  if (found) return found;
  const failed = results.find((result) => result.status === 'rejected');
  throw failed?.reason;
};

const timeoutMs = 5000;

/** A client of the engine at `url`; a call throws where the engine is unreachable or refuses. */
export const telephonyEngine = ({ url, token }: Pick<EngineNode, 'url' | 'token'>): TelephonyEngine => {
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
