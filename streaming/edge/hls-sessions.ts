import type { Arrival, Session, Sessions } from '#streaming/edge/sessions.ts';

export type Audience = {
  /** The session of a client that asks, begun where it hasn't one; undefined where `admits` says no to a new one. */
  ask(arrival: Arrival, admits: () => boolean): Session | undefined;
  listeners(station: string): number;
  /** Ends the sessions of a station, or those of them that are out. */
  leave(station: string, isOut?: (session: Session) => boolean): void;
  stop(): void;
};

type Client = { session: Session; asked: number };
type Options = {
  sessions: Sessions;
  opened(session: Session): void;
  left(session: Session): void;
  now?(): number;
};

/** A client who hasn't asked for this long is gone, ms: a player asks at least every 6 s. */
const goneMs = 20_000;
const looksEveryMs = 2000;
/** Players told apart at one address; more of them count as one, so that made-up names fill neither memory nor statistics. */
const mostPlayers = 100;

/** Who listens by HLS: one session per address and player of a station while it keeps asking; it ends when it last asked. */
export function createAudience({ sessions, opened, left, now = Date.now }: Options): Audience {
  const stations = new Map<string, Map<string, Client>>();

  function end(clients: Map<string, Client>, key: string, { session, asked }: Client): void {
    clients.delete(key);
    sessions.close(session, asked);
    left(session);
  }

  function look(): void {
    for (const clients of stations.values()) {
      for (const [key, client] of clients) if (now() - client.asked > goneMs) end(clients, key, client);
    }
  }

  function leave(station: string, isOut: (session: Session) => boolean = () => true): void {
    const clients = stations.get(station) ?? new Map<string, Client>();
    for (const [key, client] of clients) if (isOut(client.session)) end(clients, key, client);
    if (clients.size === 0) stations.delete(station);
  }

  const timer = setInterval(look, looksEveryMs);
  return {
    ask(arrival, admits) {
      const clients = stations.get(arrival.station) ?? new Map<string, Client>();
      const key = keyOf(clients, arrival);
      const known = clients.get(key);
      if (!known && !admits()) return undefined;
      const client = known ?? { session: sessions.open(arrival), asked: 0 };
      client.asked = now();
      clients.set(key, client);
      stations.set(arrival.station, clients);
      if (!known) opened(client.session);
      return client.session;
    },
    listeners: (station) => stations.get(station)?.size ?? 0,
    leave,
    stop() {
      clearInterval(timer);
      for (const station of [...stations.keys()]) leave(station);
    },
  };
}

function keyOf(clients: Map<string, Client>, { ip, user_agent }: Arrival): string {
  const key = `${ip} ${user_agent}`;
  if (clients.has(key)) return key;
  let players = 0;
  for (const { session } of clients.values()) if (session.ip === ip) players += 1;
  return players < mostPlayers ? key : ip;
}
