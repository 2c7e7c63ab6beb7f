import * as z from 'zod/mini';
import { EngineEvent, OpenSession, SpoolHead, spoolLines, type SpoolBatch } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';
import { chunksWithYield, eventsOfLines } from './batch-chunks.ts';
import { compileValidator } from './compile-validator.ts';

const json = 'application/json';
const longestMs = 10_000;
/** From this many stations on, one request for all sessions is cheaper than one per station. */
const manyStations = 20;
const mostSessions = 100_000;

const Sessions = z.object({ sessions: z.array(OpenSession), total: z.number() });
const Batch = z.object({ engine: z.string(), batch: z.number(), events: z.array(z.unknown()) });

const isEvent = compileValidator(EngineEvent) as (value: unknown) => value is EngineEvent;

/** A batch as received; `unread` counts events of unknown types (from an engine newer than the portal). */
export type ReceivedBatch = SpoolBatch & { unread: number };

/** The sessions that are open now. */
export type OpenSessions = {
  open(stations: readonly StationKey[]): Promise<OpenSession[]>;
  /** The open sessions of all stations. */
  everywhere(): Promise<OpenSession[]>;
};

/** An engine's open sessions and its spool of listening events (contract/engine/engine.ts). */
export type EngineSessions = OpenSessions & {
  /** The oldest unacknowledged batch with a number above `after`; undefined if none arrives within `waitMs`. */
  next(waitMs: number, signal: AbortSignal, after?: number): Promise<ReceivedBatch | undefined>;
  acknowledge(batch: number): Promise<void>;
};

/** A client for one engine; throws where the engine is unreachable or refuses. */
export const engineSessions = ({ url, token }: Pick<EngineNode, 'url' | 'token'>): EngineSessions => {
  const call = async (path: string, signal: AbortSignal, body?: unknown, accept = json): Promise<Response> => {
    const answer = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': json, accept },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    if (!answer.ok) throw new Error(`The engine answered ${answer.status} to ${path}: ${await answer.text()}`);
    return answer;
  };
  const list = async (query: string): Promise<OpenSession[]> => {
    const answer = await call(`/sessions?limit=${mostSessions}${query}`, AbortSignal.timeout(longestMs));
    return z.parse(Sessions, await answer.json()).sessions;
  };
  return {
    async open(stations) {
      if (stations.length <= manyStations)
        return (await Promise.all(stations.map((station) => list(`&station=${station}`)))).flat();
      const wanted = new Set<string>(stations);
      return (await list('')).filter(({ station }) => wanted.has(station));
    },
    everywhere: () => list(''),
    async next(waitMs, signal, after = 0) {
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(waitMs + longestMs)]);
      const answer = await call(`/spool?wait=${waitMs}&after=${after}`, timeout, undefined, spoolLines);
      if (answer.status === 204) return undefined;
      return await receivedBatch(answer);
    },
    async acknowledge(batch) {
      // Reads the body: an unread response would hold its connection open.
      await (await call('/spool/ack', AbortSignal.timeout(longestMs), { batch })).arrayBuffer();
    },
  };
};

/** An older engine sends a batch as one JSON document. */
const receivedBatch = async (answer: Response): Promise<ReceivedBatch> => {
  const isLines = answer.headers.get('content-type') === spoolLines;
  const { engine, batch, chunks } = isLines ? linesOf(answer) : await batchOf(answer);
  const events: EngineEvent[] = [];
  let unread = 0;
  for await (const chunk of chunks) {
    const known = chunk.filter(isEvent);
    events.push(...known);
    unread += chunk.length - known.length;
  }
  return { engine, batch, events, unread };
};

const batchOf = async (answer: Response) => {
  const { events, ...head } = z.parse(Batch, await answer.json());
  return { ...head, chunks: chunksWithYield(events) };
};

const linesOf = (answer: Response) => {
  const head = z.parse(SpoolHead, Object.fromEntries(answer.headers));
  return { engine: head['x-engine'], batch: Number(head['x-batch']), chunks: eventsOfLines(answer.body!) };
};

/** The engines' open sessions, and the spool of each of them. */
export type FleetSessions = OpenSessions & { spools: readonly { id: string; engine: EngineSessions }[] };

/**
 * Asks each station's engine for its open sessions, and throws if one of them can't be reached. For all stations an engine
 * that is away is left out, unless all are: its stations get another engine within seconds.
 */
export const fleetSessions = (fleet: Fleet): FleetSessions => {
  const spools = fleet.engines.map((node) => ({ id: node.id, engine: engineSessions(node) }));
  return {
    spools,
    async open(stations) {
      const byEngine = Map.groupBy(await fleet.ownersOf(stations), ([, { id }]) => id);
      const lists = spools.map(async ({ id, engine }): Promise<OpenSession[]> => {
        const own = byEngine.get(id)?.map(([key]): StationKey => key) ?? [];
        return own.length > 0 ? await engine.open(own) : [];
      });
      return (await Promise.all(lists)).flat();
    },
    async everywhere() {
      const results = await Promise.allSettled(spools.map(({ engine }) => engine.everywhere()));
      const failed = results.filter((result) => result.status === 'rejected');
      if (failed.length === results.length) throw failed[0]?.reason;
      return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    },
  };
};
