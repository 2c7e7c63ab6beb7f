import type { EngineEvent, OpenSession } from '#contract/engine.ts';
import type { EdgeLink } from '#streaming/bus/bus-server.ts';
import type { UpMessage } from '#streaming/bus/wire.ts';
import type { Spool } from '#streaming/spool/spool.ts';

type Listing = { sessions: OpenSession[]; total: number };
type Remote = { edge: string; counts: Record<string, number> };

export type RemoteEdges = {
  received(link: EdgeLink, message: UpMessage): void;
  closed(link: EdgeLink): void;
  listeners(station: string): number;
  sessions(station: string | undefined, limit: number): Promise<Listing>;
};

type Options = { spool: Spool; changed(station: string): void; answerMs?: number };

/** The engine's side of edges in processes of their own: their events into the spool, once each; their listeners counted. */
export function createRemoteEdges({ spool, changed, answerMs = 1000 }: Options): RemoteEdges {
  const remotes = new Map<EdgeLink, Remote>();
  const asked = new Map<number, (listing: Listing) => void>();
  let asks = 0;

  const setCounts = (remote: Remote, counts: Record<string, number>): void => {
    const before = remote.counts;
    remote.counts = counts;
    const differing = Object.keys({ ...before, ...counts }).filter((key) => before[key] !== counts[key]);
    differing.forEach(changed);
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
      if (message.type === 'edge') return void remotes.set(link, { edge: message.edge, counts: {} });
      const remote = remotes.get(link);
      if (!remote) return;
      if (message.type === 'listeners') return setCounts(remote, message.counts);
      if (message.type === 'sessions') return asked.get(message.ask)?.(message);
      spool.appendFrom(remote.edge, message.batch, message.events as EngineEvent[]);
      link.send({ type: 'acked', batch: message.batch });
    },
    closed(link) {
      const remote = remotes.get(link);
      if (!remote) return;
      setCounts(remote, {});
      remotes.delete(link);
    },
    listeners(station) {
      let sum = 0;
      for (const { counts } of remotes.values()) sum += counts[station] ?? 0;
      return sum;
    },
    async sessions(station, limit) {
      const all = await Promise.all([...remotes.keys()].map((link) => ask(link, station, limit)));
      return {
        sessions: all.flatMap((one) => one.sessions),
        total: all.reduce((sum, one) => sum + one.total, 0),
      };
    },
  };
}
