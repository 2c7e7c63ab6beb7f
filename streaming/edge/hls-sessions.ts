import type { NewSession, Session, Sessions } from '#streaming/edge/sessions.ts';

export type Audience = {
  /** The session of a client that makes a request, opened if it has none; undefined if `admits` refuses a new one. */
  touch(arrival: NewSession, admits: () => boolean): Session | undefined;
  listeners(station: string): number;
  /** Ends the sessions of a station, or those that match. */
  disconnect(station: string, isOut?: (session: Session) => boolean): void;
  stop(): void;
};

type Client = { session: Session; lastRequest: number };
type Options = {
  sessions: Sessions;
  opened(session: Session): void;
  left(session: Session): void;
  now?(): number;
};

/** A client without a request for this long has left, ms: a player polls at least every 6 s. */
const goneMs = 20_000;
const sweepMs = 2000;
/**
 * Players counted per IP address; further ones count as one, so that forged names fill neither memory nor statistics.
 */
const maxPlayers = 100;

/** Listeners of HLS: one session per IP address, player and station while it polls; it ends at its last request. */
export function createAudience({ sessions, opened, left, now = Date.now }: Options): Audience {
  const stations = new Map<string, Map<string, Client>>();

  function end(clients: Map<string, Client>, key: string, { session, lastRequest }: Client): void {
    clients.delete(key);
    sessions.close(session, lastRequest);
    left(session);
  }

  function sweep(): void {
    for (const clients of stations.values()) {
      for (const [key, client] of clients) if (now() - client.lastRequest > goneMs) end(clients, key, client);
    }
  }

  function disconnect(station: string, matches: (session: Session) => boolean = () => true): void {
    const clients = stations.get(station) ?? new Map<string, Client>();
    for (const [key, client] of clients) if (matches(client.session)) end(clients, key, client);
    if (clients.size === 0) stations.delete(station);
  }

  const timer = setInterval(sweep, sweepMs);
  return {
    touch(arrival, admits) {
      const clients = stations.get(arrival.station) ?? new Map<string, Client>();
      const key = keyOf(clients, arrival);
      const existing = clients.get(key);
      if (!existing && !admits()) return undefined;
      const client = existing ?? { session: sessions.open(arrival), lastRequest: 0 };
      client.lastRequest = now();
      clients.set(key, client);
      stations.set(arrival.station, clients);
      if (!existing) opened(client.session);
      return client.session;
    },
    listeners: (station) => stations.get(station)?.size ?? 0,
    disconnect,
    stop() {
      clearInterval(timer);
      for (const station of [...stations.keys()]) disconnect(station);
    },
  };
}

function keyOf(clients: Map<string, Client>, { ip, user_agent }: NewSession): string {
  const key = `${ip} ${user_agent}`;
  if (clients.has(key)) return key;
  let players = 0;
  for (const { session } of clients.values()) if (session.ip === ip) players += 1;
  return players < maxPlayers ? key : ip;
}
