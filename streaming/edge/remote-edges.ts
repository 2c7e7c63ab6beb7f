import type { EngineEvent, Listener, ListenersMoved, OpenSession } from '#contract/engine.ts';
import type { EdgeLink } from '#streaming/bus/bus-server.ts';
import type { UpMessage } from '#streaming/bus/wire.ts';
import type { Spool } from '#streaming/spool/spool.ts';
import type { Comings } from './comings.ts';

type Listing = { sessions: OpenSession[]; total: number };
type Remote = { edge: string; counts: Record<string, number>; there: Map<string, Listener> };

export type RemoteEdges = {
  received(link: EdgeLink, message: UpMessage): void;
  closed(link: EdgeLink): void;
  listeners(station: string): number;
  sessions(station: string | undefined, limit: number): Promise<Listing>;
  /** Everybody who is at one of these edges, as they come and go while it is read. */
  everybody(): Generator<Listener>;
  /** Tells every edge, a moment later, how many listen elsewhere: a station's limit holds over all of them. */
  tellSoon(): void;
  stop(): void;
};

type Options = {
  spool: Spool;
  changed(station: string): void;
  comings: Pick<Comings, 'opened' | 'closed'>;
  /** Listeners at the engine's own edge. */
  here(): Map<string, number>;
  answerMs?: number;
};

const tellMs = 250;

/** The engine's side of edges in processes of their own: their events into the spool, once each; their listeners counted. */
export function createRemoteEdges({ spool, changed, comings, here, answerMs = 1000 }: Options): RemoteEdges {
  const remotes = new Map<EdgeLink, Remote>();
  const asked = new Map<number, (listing: Listing) => void>();
  let asks = 0;
  let telling: NodeJS.Timeout | undefined;

  const setCounts = (remote: Remote, counts: Record<string, number>): void => {
    const before = remote.counts;
    remote.counts = counts;
    const differing = Object.keys({ ...before, ...counts }).filter((key) => before[key] !== counts[key]);
    differing.forEach(changed);
    tellSoon();
  };
  const move = ({ there }: Remote, { opened, closed }: ListenersMoved): void => {
    for (const listener of opened) {
      there.set(listener.session, listener);
      comings.opened(listener);
    }
    for (const session of closed) if (there.delete(session)) comings.closed(session);
  };
  const tell = (): void => {
    telling = undefined;
    for (const [link, own] of remotes) {
      const counts = Object.fromEntries([...here()].filter(([, count]) => count > 0));
      for (const other of remotes.values())
        if (other !== own)
          for (const [station, count] of Object.entries(other.counts)) counts[station] = (counts[station] ?? 0) + count;
      link.send({ type: 'elsewhere', counts });
    }
  };
  const tellSoon = (): void => {
    if (remotes.size > 0) telling ??= setTimeout(tell, tellMs);
  };
  const ask = (link: EdgeLink, station: string | undefined, limit: number): Promise<Listing> =>
    new Promise((resolve) => {
      const number = ++asks;
      const answer = (listing: Listing): void => {
        clearTimeout(timer);
        asked.delete(number);
        resolve(listing);
      };
      // An edge that hangs must not hang the page that asks.
      const timer = setTimeout(answer, answerMs, { sessions: [], total: 0 });
      asked.set(number, answer);
      link.send({ type: 'ask-sessions', ask: number, station: station ?? null, limit });
    });

  return {
    received(link, message) {
      if (message.type === 'edge') {
        remotes.set(link, { edge: message.edge, counts: {}, there: new Map() });
        return tellSoon();
      }
      const remote = remotes.get(link);
      if (!remote) return;
      if (message.type === 'listeners') return setCounts(remote, message.counts);
      if (message.type === 'moved') return move(remote, message);
      if (message.type === 'sessions') return asked.get(message.ask)?.(message);
      spool.appendFrom(remote.edge, message.batch, message.events as EngineEvent[]);
      link.send({ type: 'acked', batch: message.batch });
    },
    closed(link) {
      const remote = remotes.get(link);
      if (!remote) return;
      setCounts(remote, {});
      move(remote, { opened: [], closed: [...remote.there.keys()] });
      remotes.delete(link);
    },
    listeners(station) {
      let sum = 0;
      for (const { counts } of remotes.values()) sum += counts[station] ?? 0;
      return sum;
    },
    *everybody() {
      for (const { there } of remotes.values()) yield* there.values();
    },
    tellSoon,
    stop: () => clearTimeout(telling),
    async sessions(station, limit) {
      const all = await Promise.all([...remotes.keys()].map((link) => ask(link, station, limit)));
      return {
        sessions: all.flatMap((one) => one.sessions),
        total: all.reduce((sum, one) => sum + one.total, 0),
      };
    },
  };
}
