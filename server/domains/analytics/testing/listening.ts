import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EngineEvent, OpenSession, SliceEvent, SpoolBatch } from '#contract/engine/engine.ts';
import type { AccountKey, PlayerKey, StationKey } from '#contract/rules/keys.ts';

/* Test listening: synthetic sessions, and the engine's side of the spool without an engine. */

const quarter = 900_000;

type Listening = {
  station: StationKey;
  account: AccountKey;
  from: number;
  to: number;
  ip?: string;
  user_agent?: string;
  referer?: string;
  output?: SliceEvent['output'];
  embed?: PlayerKey;
  site?: string;
  /** The session is still open at `to`: its last slice is not written. */
  open?: boolean;
};

/** A session's slices as the engine cuts them: at each quarter hour and at its end. */
export const slicesOf = (given: Listening): SliceEvent[] => {
  const { station, account, from, to, ip = '8.8.8.8', user_agent = 'VLC/3.0.20' } = given;
  const { referer = '', output = 'stream', embed, site } = given;
  const session = randomUUID();
  const cuts = [from];
  for (let cut = (Math.floor(from / quarter) + 1) * quarter; cut < to; cut += quarter) cuts.push(cut);
  const slices = cuts.map((since, n): SliceEvent => {
    const until = cuts[n + 1] ?? to;
    return {
      ...{ type: 'slice', session, n, station, account, started: from, from: since, to: until },
      ...{ bytes: (until - since) * 16, first: n === 0, last: n === cuts.length - 1 && !given.open },
      ...{ ip, user_agent, referer, output },
      ...(embed && { embed }),
      ...(site !== undefined && { site }),
    };
  });
  return slices;
};

/** What the engine reports for a slice that is still open. */
export const openOf = (slice: SliceEvent): OpenSession => {
  const { session, station, n, started, from, bytes, ip, user_agent, referer, output, embed, site } = slice;
  return { session, station, n, started, from, bytes, ip, user_agent, referer, output, embed, site };
};

/**
 * The engine's `/spool` and `/sessions`; with `acknowledging: false` it drops the connection instead of accepting an
 * acknowledgement.
 */
export const testSpool = async (token: string, engine = 'engine-1') => {
  const state = {
    batches: [] as SpoolBatch[],
    open: [] as OpenSession[],
    acknowledging: true,
    acknowledged: [] as number[],
    refused: 0,
    /** An older engine ignores `after`. */
    handsOutAfter: true,
  };
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const check of waiting) check();
  };
  const server = createServer((request, reply) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://engine');
      const body = await text(request);
      if (request.headers.authorization !== `Bearer ${token}`) return void reply.writeHead(401).end();
      if (url.pathname === '/sessions') {
        const station = url.searchParams.get('station');
        const sessions = state.open.filter((one) => station === null || one.station === station);
        return void reply.end(JSON.stringify({ sessions, total: sessions.length }));
      }
      if (url.pathname === '/spool/ack') {
        if (!state.acknowledging) {
          state.refused++;
          notify();
          return void reply.destroy();
        }
        const { batch } = JSON.parse(body) as { batch: number };
        state.acknowledged.push(batch);
        state.batches = state.batches.filter((one) => one.batch !== batch);
        reply.writeHead(204).end();
        return notify();
      }
      notify();
      const after = state.handsOutAfter ? Number(url.searchParams.get('after') ?? 0) : 0;
      const next = state.batches.find(({ batch }) => batch > after);
      if (next) return void reply.end(JSON.stringify(next));
      setTimeout(() => reply.writeHead(204).end(), 50);
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  let last = 0;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Adds a batch with these events. */
    add(events: EngineEvent[]) {
      const batch: SpoolBatch = { engine, batch: ++last, events };
      state.batches.push(batch);
      return batch;
    },
    /** Resolves once the condition holds; checked on each request to the engine. */
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
