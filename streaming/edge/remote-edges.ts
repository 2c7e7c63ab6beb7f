import type { EngineEvent, Listener, ListenersMoved } from '#contract/engine/engine.ts';
import type { EdgeLink } from '#streaming/bus/bus-server.ts';
import type { AdPlan, AdTicket } from '#contract/engine/engine-ads.ts';
import type { EngineAds } from '#streaming/ads/plan-store.ts';
import { product } from '#streaming/base/product.ts';
import type { AdSurvey, EdgeMessage, EngineMessage } from '#streaming/bus/wire.ts';
import type { Spool } from '#streaming/spool/spool.ts';
import type { ListenerChanges } from './listener-changes.ts';
import { createSessionRequests, type Listing } from './session-requests.ts';
import { shareTickets } from './share-tickets.ts';

type Remote = {
  edge: string;
  counts: Record<string, number>;
  sessions: Map<string, Listener>;
  surveys: Record<string, AdSurvey>;
};

export type RemoteEdges = {
  received(link: EdgeLink, message: EdgeMessage): void;
  closed(link: EdgeLink): void;
  listeners(station: string): number;
  sessions(station: string | undefined, limit: number): Promise<Listing>;
  /** All sessions at remote edges; the list may change while it is read. */
  allListeners(): Generator<Listener>;
  /** Sends every edge, a moment later, the listener counts elsewhere: a station's limit applies across all of them. */
  publishCountsSoon(): void;
  /** What listeners of the station at remote edges would hear in a break, one survey for each edge. */
  surveys(station: string): AdSurvey[];
  sendPlan(plan: AdPlan): void;
  /** Renames every edge as the engine is. */
  sendProduct(): void;
  /** Sends every edge where the portal serves audio files. */
  sendMediaSource(url: string): void;
  /** Sends every edge how many gain steps quieter the spots of stations are played. */
  sendLevels(steps: Record<string, number>): void;
  /** Asks every edge to close the leases that the portal wants back. */
  closeLeases(): void;
  /** Sends each edge the answers for its own listeners, and its part of those for nobody in particular; returns the others. */
  sendTickets(tickets: readonly AdTicket[]): AdTicket[];
  stop(): void;
};

type Options = {
  spool: Spool;
  changed(station: string): void;
  listenerChanges: Pick<ListenerChanges, 'opened' | 'closed'>;
  /** Listener counts of the engine's own edge. */
  localCounts(): Map<string, number>;
  /** Without it edges play no spots. */
  ads?: Pick<EngineAds, 'plan' | 'ledger' | 'chosen' | 'proofs'>;
  failed?(error: unknown): void;
  answerMs?: number;
};

const sendMs = 250;

/** The engine's side of edge processes: adds their events to the spool, exactly once, and counts their listeners. */
export const createRemoteEdges = ({
  spool,
  changed,
  listenerChanges,
  localCounts,
  ads,
  failed = () => {},
  answerMs = 1000,
}: Options): RemoteEdges => {
  const remotes = new Map<EdgeLink, Remote>();
  const requests = createSessionRequests(answerMs);
  let timer: NodeJS.Timeout | undefined;
  let levels: Record<string, number> = {};
  let mediaSource: string | undefined;
  const sendAll = (message: EngineMessage): void => {
    for (const link of remotes.keys()) link.send(message);
  };

  const setCounts = (remote: Remote, counts: Record<string, number>): void => {
    const before = remote.counts;
    remote.counts = counts;
    const changedStations = Object.keys({ ...before, ...counts }).filter((key) => before[key] !== counts[key]);
    changedStations.forEach(changed);
    scheduleSend();
  };
  const move = ({ sessions }: Remote, { opened, closed }: ListenersMoved): void => {
    for (const listener of opened) {
      sessions.set(listener.session, listener);
      listenerChanges.opened(listener);
    }
    for (const session of closed)
      if (sessions.delete(session) && !isOpenAt(remotes, session)) listenerChanges.closed(session);
  };
  const sendCounts = (): void => {
    timer = undefined;
    for (const [link, own] of remotes) {
      const counts = Object.fromEntries([...localCounts()].filter(([, count]) => count > 0));
      for (const other of remotes.values())
        if (other !== own)
          for (const [station, count] of Object.entries(other.counts)) counts[station] = (counts[station] ?? 0) + count;
      link.send({ type: 'elsewhere', counts });
    }
  };
  const scheduleSend = (): void => {
    if (remotes.size > 0) timer ??= setTimeout(sendCounts, sendMs);
  };

  const grant = (link: EdgeLink, { edge }: Remote, wants: Record<string, number>): void => {
    ads?.ledger.grant(edge, wants).then((grants) => {
      if (grants.length > 0) link.send({ type: 'ad-grants', grants });
    }, failed);
  };
  const closeLeases = (link: EdgeLink, edge: string): void => {
    const leases = ads?.ledger.closing(edge) ?? [];
    if (leases.length > 0) link.send({ type: 'ad-close', leases });
  };
  const leasesClosed = async (edge: string, leases: string[]): Promise<void> => {
    await spool.acknowledged();
    await ads?.ledger.released(edge, leases);
  };

  return {
    received(link, message) {
      if (message.type === 'edge') {
        remotes.set(link, { edge: message.edge, counts: {}, sessions: new Map(), surveys: {} });
        link.send({ type: 'product', name: product() });
        // Before the plan, whose spots it fetches.
        if (mediaSource !== undefined) link.send({ type: 'media-source', url: mediaSource });
        const plan = ads?.plan();
        if (plan) link.send({ type: 'ad-plan', plan });
        link.send({ type: 'ad-levels', steps: levels });
        if (message.run !== undefined) ads?.ledger.started(message.edge, message.run).catch(failed);
        closeLeases(link, message.edge);
        return scheduleSend();
      }
      const remote = remotes.get(link);
      if (!remote) return;
      if (message.type === 'listeners') return setCounts(remote, message.counts);
      if (message.type === 'moved') return move(remote, message);
      if (message.type === 'sessions') return requests.answered(message);
      if (message.type === 'ad-surveys') return void (remote.surveys = message.surveys);
      if (message.type === 'ad-chosen') return ads?.chosen(message.id, message.listeners, message.withSpot);
      if (message.type === 'ad-proof') return ads?.proofs.add(message.proof, Buffer.from(message.sound, 'base64'));
      if (message.type === 'ad-wants') return grant(link, remote, message.wants);
      if (message.type === 'ad-closed') return void leasesClosed(remote.edge, message.leases).catch(failed);
      if (message.type !== 'events') return;
      spool.appendFrom(remote.edge, message.batch, message.events as EngineEvent[]);
      link.send({ type: 'acked', batch: message.batch });
    },
    closed(link) {
      const remote = remotes.get(link);
      if (!remote) return;
      setCounts(remote, {});
      move(remote, { opened: [], closed: [...remote.sessions.keys()] });
      remotes.delete(link);
    },
    listeners(station) {
      let sum = 0;
      for (const { counts } of remotes.values()) sum += counts[station] ?? 0;
      return sum;
    },
    *allListeners() {
      for (const { sessions } of remotes.values()) yield* sessions.values();
    },
    publishCountsSoon: scheduleSend,
    surveys: (station) => [...remotes.values()].flatMap(({ surveys }) => surveys[station] ?? []),
    sendProduct: () => sendAll({ type: 'product', name: product() }),
    sendMediaSource(url) {
      mediaSource = url;
      sendAll({ type: 'media-source', url });
    },
    sendPlan: (plan) => sendAll({ type: 'ad-plan', plan }),
    sendLevels(steps) {
      levels = steps;
      sendAll({ type: 'ad-levels', steps });
    },
    closeLeases() {
      for (const [link, { edge }] of remotes) closeLeases(link, edge);
    },
    sendTickets(tickets) {
      const parts = partsOf(tickets, remotes, localCounts());
      for (const [link, part] of parts) link?.send({ type: 'ad-tickets', tickets: part });
      return parts.get(undefined) ?? [];
    },
    stop: () => clearTimeout(timer),
    async sessions(station, limit) {
      return sumOf(await Promise.all([...remotes.keys()].map((link) => requests.ask(link, station, limit))));
    },
  };
};

/** A session that was handed over may be reported first by the process that has it now. */
const isOpenAt = (remotes: ReadonlyMap<EdgeLink, Remote>, session: string): boolean =>
  [...remotes.values()].some(({ sessions }) => sessions.has(session));

/** Each edge's part of the tickets, and the engine's own one. */
const partsOf = (
  tickets: readonly AdTicket[],
  remotes: ReadonlyMap<EdgeLink, Remote>,
  localCounts: ReadonlyMap<string, number>,
): Map<EdgeLink | undefined, AdTicket[]> => {
  const local = [...localCounts.values()].reduce((sum, count) => sum + count, 0);
  const edges = [...remotes].map(([process, { sessions }]) => {
    return { process, listeners: sessions.size, has: (session: string) => sessions.has(session) };
  });
  const engine = { process: undefined, listeners: local, has: () => false };
  return shareTickets<EdgeLink | undefined>(tickets, [engine, ...edges]);
};

const sumOf = (all: readonly Listing[]): Listing => ({
  sessions: all.flatMap((one) => one.sessions),
  total: all.reduce((sum, one) => sum + one.total, 0),
});
