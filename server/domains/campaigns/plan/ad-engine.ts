import * as z from 'zod/mini';
import { CueOffset } from '#contract/api/audio-ads.ts';
import {
  AdProofs,
  AdState,
  breakRefusals,
  BreakStarted,
  type AdLease,
  type AdPlan,
  type AdProof,
  type AdTicket,
  type BreakRefusal,
  type Spot,
} from '#contract/engine/engine-ads.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';

/** The advertising calls of the engine's control port (contract/engine/engine-ads.ts). */
export type AdEngine = {
  state(signal?: AbortSignal): Promise<AdState>;
  /** False if the engine has a newer plan. */
  putPlan(plan: AdPlan, signal?: AbortSignal): Promise<boolean>;
  putLeases(leases: readonly AdLease[], signal?: AbortSignal): Promise<AdState>;
  /** What ad servers answered for single listeners. */
  putTickets(tickets: readonly AdTicket[], signal?: AbortSignal): Promise<void>;
  /** The break, or why the engine makes none. */
  startBreak(station: StationKey, seconds: number): Promise<z.infer<typeof BreakStarted> | BreakRefusal>;
  /** How far the cues of a station's encoder are from the boundaries in its sound. */
  cueOffset(station: StationKey): Promise<CueOffset>;
  /** Recordings of what was heard around spots, which stay until they are removed. */
  proofs(): Promise<AdProof[]>;
  /** The audio of one; undefined once it is removed. */
  proofAudio(id: string): Promise<Buffer | undefined>;
  removeProof(id: string): Promise<void>;
  /** A spot within what the station plays now; why there is nothing to hear otherwise. */
  preview(station: StationKey, spot: Spot): Promise<Buffer | 'silent' | 'format'>;
};

const timeoutMs = 10_000;
/** The engine waits for what follows the spot. */
const previewTimeoutMs = 20_000;

export const adEngineOf = ({ url, token }: EngineNode): AdEngine => adEngine(url, token);

/** What is asked of the engine that has the station. */
export const stationAdEngine = (fleet: Fleet): Pick<AdEngine, 'startBreak' | 'cueOffset' | 'preview'> => {
  const engineOf = async (station: StationKey): Promise<AdEngine> => adEngineOf(await fleet.ownerOf(station));
  return {
    startBreak: async (station, seconds) => await (await engineOf(station)).startBreak(station, seconds),
    cueOffset: async (station) => await (await engineOf(station)).cueOffset(station),
    preview: async (station, spot) => await (await engineOf(station)).preview(station, spot),
  };
};

/**
 * Hands all engines the answers of ad servers: a listener's own to each, as one of them has the listener; one for nobody in
 * particular to a single engine, as it may be heard once. Throws where an engine did not get its own.
 */
export const ticketEngine = ({ engines }: Pick<Fleet, 'engines'>): Pick<AdEngine, 'putTickets'> => {
  const all = engines.map(adEngineOf);
  let turn = 0;
  return {
    async putTickets(tickets, signal) {
      const whose = tickets.map(({ session }) => (session === '' ? turn++ % all.length : undefined));
      const sent = all.map(async (engine, at) => {
        const own = tickets.filter((_, ticket) => whose[ticket] === undefined || whose[ticket] === at);
        if (own.length > 0) await engine.putTickets(own, signal);
      });
      const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
};

/** A client of the engine at `url`; a call throws where the engine is unreachable or refuses. */
export const adEngine = (url: string, token: string): AdEngine => {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    withinMs = timeoutMs,
    missing?: number,
  ): Promise<Response> => {
    const timeout = AbortSignal.timeout(withinMs);
    const reply = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (reply.ok || reply.status === 409 || reply.status === missing) return reply;
    throw new Error(`The engine answered ${reply.status} to ${method} ${path}: ${(await reply.text()).slice(0, 300)}`);
  };
  return {
    state: async (signal) => z.parse(AdState, await (await call('GET', '/ads', undefined, signal)).json()),
    async putPlan(plan, signal) {
      const reply = await call('PUT', '/ads', plan, signal);
      // Reads the body, as an unread reply would hold its connection.
      await reply.arrayBuffer();
      return reply.status !== 409;
    },
    putLeases: async (leases, signal) =>
      z.parse(AdState, await (await call('PUT', '/ads/leases', { leases }, signal)).json()),
    async putTickets(tickets, signal) {
      await (await call('PUT', '/ads/tickets', { tickets }, signal)).arrayBuffer();
    },
    cueOffset: async (station) =>
      z.parse(CueOffset, await (await call('GET', `/stations/${station}/cue-offset`)).json()),
    proofs: async () => z.parse(AdProofs, await (await call('GET', '/ads/proofs')).json()).proofs,
    async proofAudio(id) {
      const reply = await call('GET', `/ads/proofs/${id}`, undefined, undefined, timeoutMs, 404);
      return reply.status === 404 ? undefined : Buffer.from(await reply.arrayBuffer());
    },
    async removeProof(id) {
      await (await call('DELETE', `/ads/proofs/${id}`)).arrayBuffer();
    },
    async startBreak(station, seconds) {
      const reply = await call('POST', `/stations/${station}/break`, { seconds });
      if (reply.status !== 409) return z.parse(BreakStarted, await reply.json());
      const text = await reply.text();
      const reasons = Object.keys(breakRefusals) as BreakRefusal[];
      return reasons.find((reason) => text.includes(breakRefusals[reason])) ?? 'running';
    },
    async preview(station, spot) {
      const reply = await call('POST', `/stations/${station}/spot-preview`, spot, undefined, previewTimeoutMs);
      if (reply.status !== 409) return Buffer.from(await reply.arrayBuffer());
      return (await reply.text()).includes('format') ? 'format' : 'silent';
    },
  };
};
