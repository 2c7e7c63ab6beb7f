import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Listener } from '#contract/engine/engine.ts';
import {
  AdLeases,
  AdPlan,
  AdTickets,
  breakRefusals,
  type AdLease,
  type AdProof,
  type AdState,
  type AdTicket,
} from '#contract/engine/engine-ads.ts';

type Entry = AdLease & { spent: number; phase?: AdState['leases'][number]['phase'] };

/** The advertising calls of an engine's control port, over HTTP, with what the engine keeps on its disk. */
export const adEngineServer = async (token: string) => {
  const disk = { engine: 'engine-one', plan: undefined as AdPlan | undefined, leases: new Map<string, Entry>() };
  const tickets: AdTicket[] = [];
  const recordings = new Map<string, { proof: AdProof; sound: Buffer }>();
  const followers = new Set<ServerResponse>();
  const here: Listener[] = [];
  const waiting = new Set<() => void>();
  const state = (): AdState => ({
    engine: disk.engine,
    revision: disk.plan?.revision ?? 0,
    leases: [...disk.leases.values()].map(({ id, count, spent, phase }) => ({ id, count, spent, phase })),
    unreadable: [],
  });
  let isSilent = false;
  let isRestarting = false;

  const answer = (line: string, body: string): [status: number, reply?: unknown] => {
    const [, method, recording] = /^(GET|DELETE) \/ads\/proofs\/(.+)$/.exec(line) ?? [];
    if (recording !== undefined) {
      const { sound } = recordings.get(recording) ?? {};
      if (method === 'GET') return sound ? [200, sound] : [404];
      recordings.delete(recording);
      return [204];
    }
    if (line === 'GET /ads/proofs') return [200, { proofs: [...recordings.values()].map(({ proof }) => proof) }];
    if (line === 'GET /ads') return [200, state()];
    if (line === 'PUT /ads') {
      const plan = AdPlan.parse(JSON.parse(body));
      if (disk.plan && plan.revision < disk.plan.revision) return [409];
      disk.plan = plan;
      return [204];
    }
    if (line === 'PUT /ads/leases') {
      if (isRestarting) return [503];
      for (const lease of AdLeases.parse(JSON.parse(body)).leases)
        disk.leases.set(lease.id, { spent: 0, ...disk.leases.get(lease.id), ...lease });
      return [200, state()];
    }
    if (line === 'PUT /ads/tickets') {
      tickets.push(...AdTickets.parse(JSON.parse(body)).tickets);
      return [204];
    }
    if (line.endsWith('/cue-offset')) return [200, { ms: 480, spreadMs: 60, cues: 12 }];
    if (isSilent) return [409, { error: breakRefusals.silent }];
    const { seconds } = JSON.parse(body) as { seconds: number };
    return [200, { id: 'b1', at: Date.UTC(2026, 10, 24), seconds, listeners: 7, withSpot: 5 }];
  };
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      if (request.headers.authorization !== `Bearer ${token}`) return void reply.writeHead(401).end();
      if (request.url === '/sessions/events') {
        followers.add(reply);
        reply.write(`event: here\ndata: ${JSON.stringify({ sessions: here })}\n\nevent: told\ndata: {}\n\n`);
        return;
      }
      const [status, json] = answer(`${request.method ?? ''} ${request.url ?? ''}`, body);
      reply.writeHead(status).end(json === undefined || json instanceof Buffer ? json : JSON.stringify(json));
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    disk,
    /** Leases don't reach it, as while it is started again. */
    restart: (isOn: boolean) => void (isRestarting = isOn),
    /** What the portal sent of ad servers, in its order. */
    tickets,
    /** Recordings of what was heard around spots, by their id, until the portal removes them. */
    recordings,
    /** A listener connects to a station. */
    arrive: (listener: Listener) => {
      here.push(listener);
      const data = JSON.stringify({ opened: [listener], closed: [] });
      for (const follower of followers) follower.write(`event: moved\ndata: ${data}\n\n`);
    },
    beSilent: () => (isSilent = true),
    /** Resolves once the condition holds; looked at after each request. */
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (!holds()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
